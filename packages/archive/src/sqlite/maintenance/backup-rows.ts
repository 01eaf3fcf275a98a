/** The backups that the archive knows of: where they are, so that erasing reaches them, and when they were made. */
import { rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const readBackup = rowReader({ path: text, made: text });

export type KnownBackup = ReturnType<typeof readBackup>;

/** The latest first. */
export function knownBackups(sql: Sql): KnownBackup[] {
  return sql.all('SELECT path, made FROM backup ORDER BY made DESC, path').map(readBackup);
}

export function noteBackup(sql: Sql, path: string, made: string): void {
  sql.transaction(() => sql.run('INSERT OR REPLACE INTO backup (path, made) VALUES (?, ?)', path, made));
}

export function forgetBackup(sql: Sql, path: string): void {
  sql.transaction(() => sql.run('DELETE FROM backup WHERE path = ?', path));
}
