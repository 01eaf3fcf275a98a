/** A block of the archive as a copy of the archive has it: blocks are known by the hash of what is in them. */
import { bytes, columnOf } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { BLOCK_COLUMNS, unpackStored } from '../../originals/stored-block.ts';

const hashOf = columnOf('hash', bytes);

/** Undefined when the copy has none, or a damaged one. */
export function blockIn(copy: Sql, sql: Sql, blockId: number): Uint8Array | undefined {
  const own = sql.get('SELECT hash FROM block WHERE id = ?', blockId);
  const theirs = own && copy.get(`SELECT ${BLOCK_COLUMNS} FROM block WHERE hash = ?`, hashOf(own));
  return theirs && unpackStored(theirs);
}
