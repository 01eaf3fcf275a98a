/**
 * The originals: every version of every file that was seen, byte for byte, in compressed blocks. A file that grew
 * writes only its last block again and what is new; a file that was rewritten begins another version, and the old
 * one stays. Each step is one transaction, so that a killed process loses nothing and leaves nothing half done. Every
 * block that is read is checked against its hash: what was damaged since is reported and never given out.
 */
import type { Failure, SqlRow } from '@hansard/core';
import { bytes, columnOf, integer, integerOrNull, rowReader } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { hashOfBlock, packedBlock, type StorableBlock } from '../../originals/storable-block.ts';
import { BLOCK_COLUMNS, hashOf, unpackStored, unpackUnchecked } from '../../originals/stored-block.ts';
import { blockRow, placeRow, versionRow } from '../tables.ts';
import { type DamagedPlace, damagedOriginal, findDamage } from './damage.ts';
import { Inputs } from './inputs.ts';

export { type InputRow, isElsewhere, type KnownFile, type NewInput, THIS_MACHINE } from './inputs.ts';

export interface Version {
  readonly id: number;
  readonly number: number;
  readonly bytes: number;
  /** Secrets were removed from it: it is no longer what the agent wrote, byte for byte. */
  readonly scrubbed?: boolean;
}

export interface Placed {
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** A run of blocks that can be read by themselves. */
export interface Unit {
  readonly start: number;
  readonly end: number;
  /** Packed state of the reader; the first unit has none. */
  readonly checkpoint: Uint8Array | undefined;
}

/** Another process has brought the same file up to date: what was planned is no longer needed. */
export class Overtaken extends Error {
  override name = 'Overtaken';
}

const readVersionId = rowReader({ id: integer });
const readSizes = rowReader({ blocks: integer, bytes: integer, packed: integer });
const bytesOf = columnOf('bytes', integer);
const blockIdOf = columnOf('block_id', integer);
const startOf = columnOf('start', integer);
const startOrNull = columnOf('start', integerOrNull);

export class Originals extends Inputs {
  readonly #db: Sql;

  constructor(db: Sql) {
    super(db);
    this.#db = db;
  }

  /** Runs `work` as one transaction: all of it happens, or nothing. */
  transaction<T>(work: () => T): T {
    return this.#db.transaction(work);
  }

  latest(inputId: number): Version | undefined {
    const row = this.#db.get(
      'SELECT id, number, bytes, scrubbed FROM version WHERE input_id = ? ORDER BY number DESC LIMIT 1',
      inputId,
    );
    return row && toVersion(row);
  }

  /** Of all inputs. */
  allVersions(): { readonly id: number }[] {
    return this.#db.all('SELECT id FROM version').map(readVersionId);
  }

  versions(inputId: number): Version[] {
    return this.#db
      .all('SELECT id, number, bytes, scrubbed FROM version WHERE input_id = ? ORDER BY number', inputId)
      .map(toVersion);
  }

  /** Begins the next version. `after` is the latest that the caller knows: another process may be at work too. */
  begin(inputId: number, after: Version | undefined, now: string): Version {
    if (this.latest(inputId)?.id !== after?.id) throw new Overtaken();
    const number = (after?.number ?? 0) + 1;
    const { id } = this.#db.run(
      'INSERT INTO version (input_id, number, bytes, begun) VALUES (?, ?, 0, ?)',
      inputId,
      number,
      now,
    );
    return { id, number, bytes: 0 };
  }

  /** Makes sure, inside a transaction, that nobody else has written to the version meanwhile. */
  expect(version: Version): void {
    const row = this.#db.get('SELECT bytes FROM version WHERE id = ?', version.id);
    if (!row || bytesOf(row) !== version.bytes) throw new Overtaken();
  }

  /** Adds a block at the end of a version. With a checkpoint, reading can begin there. */
  append(version: Version, block: StorableBlock, checkpoint: Uint8Array | null = null): Version {
    this.#db.run(
      'INSERT INTO manifest (version_id, start, block_id, checkpoint) VALUES (?, ?, ?, ?)',
      version.id,
      version.bytes,
      this.#keep(block),
      checkpoint,
    );
    return this.#resize(version, version.bytes + block.length);
  }

  /** Writes the last block again, with what has come since. */
  replaceLast(version: Version, block: StorableBlock): Version {
    const last = this.#db.get(
      'SELECT start, block_id FROM manifest WHERE version_id = ? ORDER BY start DESC LIMIT 1',
      version.id,
    );
    if (!last) return this.append(version, block);
    const { start, block_id: before } = placeRow(last);
    const kept = this.#keep(block);
    this.#db.run('UPDATE manifest SET block_id = ? WHERE version_id = ? AND start = ?', kept, version.id, start);
    this.#release(before);
    return this.#resize(version, start + block.length);
  }

  /** Writes a block again with other bytes, of the same number. What other versions hold is left as it is. */
  rewrite(version: Pick<Version, 'id'>, start: number, bytes: Uint8Array): void {
    const place = [version.id, start] as const;
    const old = this.#db.get('SELECT block_id FROM manifest WHERE version_id = ? AND start = ?', ...place);
    const kept = this.#keep(bytes);
    this.#db.run('UPDATE manifest SET block_id = ? WHERE version_id = ? AND start = ?', kept, ...place);
    if (old) this.#release(blockIdOf(old));
  }

  /** Notes that a version is no longer what the agent wrote, byte for byte. */
  markScrubbed(versionId: number): void {
    this.#db.run('UPDATE version SET scrubbed = 1 WHERE id = ?', versionId);
  }

  /** Notes that reading can begin at a block, or no longer can. */
  mark(version: Version, start: number, checkpoint: Uint8Array | null): void {
    this.#db.run(
      'UPDATE manifest SET checkpoint = ? WHERE version_id = ? AND start = ?',
      checkpoint,
      version.id,
      start,
    );
  }

  /** The last block and where it begins. */
  last(version: Pick<Version, 'id'>): Placed | undefined {
    const row = this.#db.get(
      'SELECT start, block_id FROM manifest WHERE version_id = ? ORDER BY start DESC LIMIT 1',
      version.id,
    );
    return row && this.#placed(version, row);
  }

  /** The bytes of a version from `start` to `end`, block by block. */
  *read(version: Pick<Version, 'id'>, start = 0, end = Number.POSITIVE_INFINITY): Iterable<Uint8Array> {
    const places = this.#db.all(
      `SELECT m.start, m.block_id, b.bytes FROM manifest m JOIN block b ON b.id = m.block_id
       WHERE m.version_id = ? AND m.start BETWEEN ? AND ? AND m.start + b.bytes > ? ORDER BY m.start`,
      version.id,
      // Those before it are not looked at: a long session has thousands.
      this.blockStart(version, start),
      Math.min(end - 1, Number.MAX_SAFE_INTEGER),
      start,
    );
    let expected = start === 0 || !places[0] ? 0 : startOf(places[0]);
    for (const place of places) {
      const { start: at, bytes } = this.#placed(version, place);
      if (at !== expected) throw damagedOriginal(this.#db, version.id, expected);
      expected += bytes.length;
      yield bytes.subarray(Math.max(0, start - at), Math.min(bytes.length, end - at));
    }
  }

  /** Where the block that holds the byte at `at` begins. */
  blockStart(version: Pick<Version, 'id'>, at: number): number {
    const row = this.#db.get(
      'SELECT max(start) AS start FROM manifest WHERE version_id = ? AND start <= ?',
      version.id,
      at,
    );
    return (row && startOrNull(row)) ?? 0;
  }

  /** The blocks of a version that begin from `start` on and before `end`, with their places. */
  *blocks(version: Pick<Version, 'id'>, start = 0, end = Number.MAX_SAFE_INTEGER): Iterable<Placed> {
    const places = this.#db.all(
      'SELECT start, block_id FROM manifest WHERE version_id = ? AND start >= ? AND start < ? ORDER BY start',
      version.id,
      start,
      end,
    );
    for (const place of places) yield this.#placed(version, place);
  }

  /** Where reading can begin at or before `start`, with the state of the reader there, and where the next such place is. */
  unit(versionId: number, start: number): Unit {
    const from = this.#db.get(
      `SELECT start, checkpoint FROM manifest
       WHERE version_id = ? AND start <= ? AND checkpoint IS NOT NULL ORDER BY start DESC LIMIT 1`,
      versionId,
      start,
    );
    const next = this.#db.get(
      'SELECT start FROM manifest WHERE version_id = ? AND start > ? AND checkpoint IS NOT NULL ORDER BY start LIMIT 1',
      versionId,
      start,
    );
    return {
      start: from ? startOf(from) : 0,
      end: next ? startOf(next) : Number.POSITIVE_INFINITY,
      checkpoint: from && columnOf('checkpoint', bytes)(from),
    };
  }

  /** The reader's state behind the last record that was read. */
  saved(versionId: number): Uint8Array | undefined {
    const row = this.#db.get('SELECT saved FROM version WHERE id = ? AND saved IS NOT NULL', versionId);
    return row && columnOf('saved', bytes)(row);
  }

  save(versionId: number, saved: Uint8Array): void {
    this.#db.run('UPDATE version SET saved = ? WHERE id = ?', saved, versionId);
  }

  /** How many blocks there are, and their size before and after compression. */
  sizes(): { blocks: number; bytes: number; packed: number } {
    const row = this.#db.get(
      'SELECT count(*) AS blocks, total(bytes) AS bytes, total(length(data)) AS packed FROM block',
    );
    return readSizes(row ?? {});
  }

  #resize(version: Version, bytes: number): Version {
    this.#db.run('UPDATE version SET bytes = ? WHERE id = ?', bytes, version.id);
    return { ...version, bytes };
  }

  /** What to throw where a version is not what was kept. */
  damaged({ id }: Pick<Version, 'id'>, start: number): Failure {
    return damagedOriginal(this.#db, id, start);
  }

  /** What is no longer as it was stored, of some inputs or of all. */
  damage(inputs?: readonly number[]): DamagedPlace[] {
    return findDamage(this.#db, { inputs });
  }

  damageOf({ id }: Pick<Version, 'id'>): DamagedPlace[] {
    return findDamage(this.#db, { version: id });
  }

  /**
   * Writes a damaged block again, if these are the bytes that it held: they have its hash, or they are what it holds and
   * only its hash or its length was damaged.
   */
  mendIfSame(blockId: number, bytes: Uint8Array): boolean {
    const row = this.#db.get(`SELECT ${BLOCK_COLUMNS} FROM block WHERE id = ?`, blockId);
    if (!row) return false;
    const hash = hashOf(bytes);
    const isSame = hash.equals(blockRow(row).hash) || unpackUnchecked(row)?.equals(bytes) === true;
    if (!isSame || this.#db.get('SELECT 1 FROM block WHERE hash = ? AND id <> ?', hash, blockId)) return false;
    this.#db.transaction(() => this.#mend(blockId, bytes));
    return true;
  }

  #mend(blockId: number, block: StorableBlock): void {
    const { hash, codec, length, data } = packedBlock(block);
    this.#db.run(
      'UPDATE block SET hash = ?, codec = ?, bytes = ?, data = ? WHERE id = ?',
      ...[hash, codec, length, data, blockId],
    );
  }

  #placed(version: Pick<Version, 'id'>, place: SqlRow): Placed {
    const { start, block_id: block } = placeRow(place);
    const row = this.#db.get(`SELECT ${BLOCK_COLUMNS} FROM block WHERE id = ?`, block);
    const unpacked = row && unpackStored(row);
    if (!unpacked) throw damagedOriginal(this.#db, version.id, start);
    return { start, bytes: unpacked };
  }

  /** The block with these bytes, which may be another file's already. One that was damaged since is mended by them. */
  #keep(block: StorableBlock): number {
    const hash = hashOfBlock(block);
    const known = this.#db.get(`SELECT ${BLOCK_COLUMNS} FROM block WHERE hash = ?`, hash);
    if (known) {
      const { id } = blockRow(known);
      if (!unpackStored(known)) this.#mend(id, block);
      this.#db.run('UPDATE block SET uses = uses + 1 WHERE id = ?', id);
      return id;
    }
    const { codec, length, data } = packedBlock(block);
    return this.#db.run(
      'INSERT INTO block (hash, codec, bytes, uses, data) VALUES (?, ?, ?, 1, ?)',
      hash,
      codec,
      length,
      data,
    ).id;
  }

  #release(blockId: number): void {
    this.#db.run('UPDATE block SET uses = uses - 1 WHERE id = ?', blockId);
    this.#db.run('DELETE FROM block WHERE id = ? AND uses = 0', blockId);
  }
}

function toVersion(row: SqlRow): Version {
  const { scrubbed, ...version } = versionRow(row);
  return scrubbed ? { ...version, scrubbed } : version;
}
