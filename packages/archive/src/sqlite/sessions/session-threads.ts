/** What a session is told by, as its document is made: its inputs, what is whose in them, and the numbers of its events. */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { BEST_FIRST } from './describe-session.ts';

const readInput = rowReader({ input_id: integer });
const readPart = rowReader({ part: text });
const readId = rowReader({ id: integer });
const readUuid = rowReader({ uuid: text });
const readBytes = rowReader({ bytes: integer });
const readNumber = rowReader({ key: text, input_id: integer, seq: integer });

const EVENTS = 'JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1';

/** The best witnesses first, of these the session's own inputs. */
export function inputsBestFirst(sql: Sql, sessionId: number): number[] {
  const rows = sql.all(
    `SELECT t.input_id, min(t.subagent) AS subagent FROM thread t JOIN input i ON i.id = t.input_id
     WHERE t.session_id = ? GROUP BY t.input_id ORDER BY min(t.rank), 2, ${BEST_FIRST}`,
    sessionId,
  );
  return rows.map((row) => readInput(row).input_id);
}

/** Which of the sessions in an input are this one. */
export function partsIn(sql: Sql, inputId: number, sessionId: number): Set<string> {
  const rows = sql.all('SELECT part FROM thread WHERE input_id = ? AND session_id = ?', inputId, sessionId);
  return new Set(rows.map((row) => readPart(row).part));
}

/** The events that their agent has withdrawn, in order. */
export function withdrawnNumbers(sql: Sql, sessionId: number): number[] {
  const rows = sql.all(
    `SELECT e.id FROM run r ${EVENTS}
     WHERE r.session_id = ? AND e.flags & ${FLAGS.withdrawn} <> 0 ORDER BY r.seq, e.id`,
    sessionId,
  );
  return rows.map((row) => readId(row).id);
}

export interface NumberedEvent {
  readonly key: string;
  readonly inputId: number;
  readonly logSeq: number;
}

/** The archive's numbers of a session's events. */
export function* numberedEvents(sql: Sql, sessionId: number): Generator<NumberedEvent> {
  const rows = sql.iterate(
    `SELECT e.key, t.input_id, r.seq + e.id - r.first AS seq FROM run r JOIN thread t ON t.id = r.thread_id ${EVENTS}
     WHERE r.session_id = ?`,
    sessionId,
  );
  for (const row of rows) {
    const { key, input_id: inputId, seq: logSeq } = readNumber(row);
    yield { key, inputId, logSeq };
  }
}

/** Whether several inputs tell of one of its events. */
export function hasSharedEvents(sql: Sql, sessionId: number): boolean {
  const sharing = 'SELECT 1 FROM account a JOIN thread t ON t.id = a.thread_id WHERE t.session_id = ?';
  return sql.get(sharing, sessionId) !== undefined;
}

export function uuidOf(sql: Sql, sessionId: number): string | undefined {
  const row = sql.get('SELECT uuid FROM session WHERE id = ?', sessionId);
  return row && readUuid(row).uuid;
}

/** Bytes of all versions of its inputs. */
export function originalBytes(sql: Sql, sessionId: number): number {
  const row = sql.get(
    `SELECT CAST(total(v.bytes) AS INTEGER) AS bytes FROM (SELECT DISTINCT input_id FROM thread WHERE session_id = ?) t
       JOIN version v ON v.input_id = t.input_id`,
    sessionId,
  );
  return row ? readBytes(row).bytes : 0;
}
