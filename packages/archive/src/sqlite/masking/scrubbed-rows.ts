/** What was removed for good, by its hashes. */
import { columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const readScrubbed = rowReader({ hash: text, rule: text, bytes: integer, at: text });

export type ScrubbedRow = ReturnType<typeof readScrubbed>;

/** How many there are. */
export function countScrubbed(sql: Sql): number {
  return columnOf('n', integer)(sql.get('SELECT count(*) AS n FROM scrubbed') ?? { n: 0 });
}

export function scrubbedRows(sql: Sql): ScrubbedRow[] {
  return sql.all('SELECT hash, rule, bytes, at FROM scrubbed ORDER BY hash').map(readScrubbed);
}

/** One that is known stays as it is. */
export function addScrubbed(sql: Sql, { hash, rule, bytes, at }: ScrubbedRow): void {
  sql.run('INSERT OR IGNORE INTO scrubbed (hash, rule, bytes, at) VALUES (?, ?, ?, ?)', hash, rule, bytes, at);
}
