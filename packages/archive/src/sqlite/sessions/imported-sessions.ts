/** What an import has brought: the sessions of inputs, what each had before, and what was wrong with the inputs. */
import { flag, integer, integerOrNull, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { OWN_INPUT } from './own-input.ts';

const readCount = rowReader({ id: integer, events: integer });
const readSession = rowReader({ id: integer, uuid: text, agent: text, events: integer, own: flag });
const readProblem = rowReader({ path: text, message: text, pointer: textOrNull, line: integerOrNull });

/** How many events each session has, by number. */
export function eventCounts(sql: Sql): Map<number, number> {
  return new Map(sql.all('SELECT id, events FROM session').map((row) => counted(readCount(row))));
}

const counted = ({ id, events }: { id: number; events: number }): [number, number] => [id, events];

/** Sessions that inputs of this machine tell of; `own` when they are here from their agent, too. */
export function sessionsOfInputs(sql: Sql, paths: readonly string[]): ReturnType<typeof readSession>[] {
  const rows = sql.all(
    `SELECT DISTINCT s.id, s.uuid, s.agent, s.events, EXISTS (
         SELECT 1 FROM thread o JOIN input j ON j.id = o.input_id WHERE o.session_id = s.id AND ${OWN_INPUT('o', 'j')}) AS own
     FROM input i JOIN thread t ON t.input_id = i.id JOIN session s ON s.id = t.session_id
     WHERE i.machine_id = 1 AND i.path IN (SELECT value FROM json_each(?)) ORDER BY s.id`,
    JSON.stringify(paths),
  );
  return rows.map(readSession);
}

export function problemsOfInputs(sql: Sql, paths: readonly string[]): ReturnType<typeof readProblem>[] {
  const rows = sql.all(
    `SELECT i.path, p.message, p.pointer, p.line FROM problem p JOIN input i ON i.id = p.input_id
     WHERE i.machine_id = 1 AND i.path IN (SELECT value FROM json_each(?)) ORDER BY p.id`,
    JSON.stringify(paths),
  );
  return rows.map(readProblem);
}
