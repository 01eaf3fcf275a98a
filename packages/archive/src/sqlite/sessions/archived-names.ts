/** What inputs of a session call events that the archive knows by other ids: those under which it learnt of them first. */
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

export interface ArchivedNames {
  /** By the ids of an input's thread; undefined where all of them are the archive's, as nearly always. */
  of(inputId: number, part: string): ReadonlyMap<string, string> | undefined;
}

const readName = rowReader({ input_id: integer, part: text, key: text, id: text });

export function archivedNames(sql: Sql, sessionId: number): ArchivedNames {
  const names = new Map<string, Map<string, string>>();
  const rows = sql.all(
    `SELECT t.input_id, t.part, a.key, e.key AS id FROM thread t JOIN account a ON a.thread_id = t.id AND a.key IS NOT NULL
       JOIN event e ON e.id = a.event_id WHERE t.session_id = ?`,
    sessionId,
  );
  for (const { input_id: input, part, key, id } of rows.map(readName)) {
    const thread = `${input} ${part}`;
    const known = names.get(thread) ?? new Map<string, string>();
    names.set(thread, known.set(key, id));
  }
  return { of: (inputId, part) => names.get(`${inputId} ${part}`) };
}
