/** How two versions of a file stand to each other. What begins with the same blocks is compared without unpacking them. */
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { Originals, Version } from '../originals/originals.ts';

/** Of theirs to ours: `longer` begins with ours, `shorter` is its beginning. */
export type Relation = 'same' | 'longer' | 'shorter' | 'other';

export interface VersionIn {
  readonly sql: Sql;
  readonly originals: Originals;
  readonly version: Version;
}

export function relationOf(ours: VersionIn, theirs: VersionIn): Relation {
  const shared = Math.min(ours.version.bytes, theirs.version.bytes);
  const from = commonBlocks(ours, theirs);
  if (!isSameFrom(ours, theirs, Math.min(from, shared), shared)) return 'other';
  if (ours.version.bytes === theirs.version.bytes) return 'same';
  return theirs.version.bytes > ours.version.bytes ? 'longer' : 'shorter';
}

/** Up to where both have the same blocks. */
function commonBlocks(ours: VersionIn, theirs: VersionIn): number {
  const [a, b] = [blocksOf(ours), blocksOf(theirs)];
  let end = 0;
  for (const [n, block] of a.entries()) {
    const other = b[n];
    if (!other || other.hash !== block.hash || other.start !== block.start) break;
    end = block.start + block.bytes;
  }
  return end;
}

const readBlock = rowReader({ start: integer, hash: text, bytes: integer });

function blocksOf({ sql, version }: VersionIn) {
  const rows = sql.all(
    `SELECT m.start, hex(b.hash) AS hash, b.bytes FROM manifest m JOIN block b ON b.id = m.block_id
     WHERE m.version_id = ? ORDER BY m.start`,
    version.id,
  );
  return rows.map(readBlock);
}

function isSameFrom(ours: VersionIn, theirs: VersionIn, from: number, to: number): boolean {
  const [a, b] = [bytesOf(ours, from, to), bytesOf(theirs, from, to)];
  let [left, right] = [a.next().value, b.next().value];
  while (left && right) {
    const length = Math.min(left.length, right.length);
    if (Buffer.compare(left.subarray(0, length), right.subarray(0, length)) !== 0) return false;
    left = left.length > length ? left.subarray(length) : a.next().value;
    right = right.length > length ? right.subarray(length) : b.next().value;
  }
  return !left && !right;
}

function* bytesOf({ originals, version }: VersionIn, from: number, to: number): Generator<Uint8Array, undefined> {
  for (const bytes of originals.read(version, from, to)) if (bytes.length > 0) yield bytes;
  return undefined;
}
