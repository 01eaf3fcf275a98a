/** What people wrote about a session and its events. */
import { columnOf, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

export function noteTexts(sql: Sql, sessionKey: string): string[] {
  return sql.all('SELECT text FROM note WHERE session_key = ?', sessionKey).map(columnOf('text', text));
}
