/** Versions that hold nothing of their own. */
import { columnOf, integer } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const blockId = columnOf('block_id', integer);

/** Removes a version that is another one of these, or its beginning. Inside a transaction. */
export function dropRepeated(sql: Sql, version: number, all: readonly number[]): void {
  const blocks = (id: number) =>
    sql.all('SELECT block_id FROM manifest WHERE version_id = ? ORDER BY start', id).map(blockId);
  const own = blocks(version);
  const isRepeated = all.some((id) => {
    const other = id === version ? [] : blocks(id);
    return own.every((block, i) => other[i] === block);
  });
  if (!isRepeated) return;
  sql.run('DELETE FROM manifest WHERE version_id = ?', version);
  for (const block of own) sql.run('UPDATE block SET uses = uses - 1 WHERE id = ?', block);
  sql.run('DELETE FROM version WHERE id = ?', version);
}
