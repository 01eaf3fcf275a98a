/** Inputs that are to be read again, because something was removed from their originals. */
import { columnOf, integer, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

/** One that was never recognised is not read. */
export function markUnread(sql: Sql, inputId: number): void {
  sql.run('UPDATE input SET adapter_version = NULL WHERE id = ? AND dialect IS NOT NULL', inputId);
}

/** The sessions that they tell of. */
export function unreadSessions(sql: Sql): string[] {
  const rows = sql.all(
    `SELECT DISTINCT s.uuid FROM input i JOIN thread t ON t.input_id = i.id JOIN session s ON s.id = t.session_id
     WHERE i.adapter_version IS NULL`,
  );
  return rows.map(columnOf('uuid', text));
}

/** What no adapter reads any more cannot be written again: its words go from the index, and so does its reader's state. */
export function forgetUnread(sql: Sql): void {
  const unread = "i.adapter_version IS NULL AND i.role <> 'side' AND i.excluded IS NULL";
  const inputs = sql.all(`SELECT DISTINCT i.id FROM input i JOIN thread t ON t.input_id = i.id WHERE ${unread}`);
  for (const id of inputs.map(columnOf('id', integer))) {
    sql.transaction(() => {
      const events = `SELECT e.id FROM thread t JOIN run r ON r.thread_id = t.id
        JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1 WHERE t.input_id = ?`;
      sql.run(`DELETE FROM event_text WHERE rowid IN (${events})`, id);
      sql.run("UPDATE input SET adapter_version = '' WHERE id = ?", id);
    });
  }
}
