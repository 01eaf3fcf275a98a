/**
 * The originals: every version of every file that was seen, byte for byte, in compressed blocks. A file that grew
 * writes only its last block again and what is new; a file that was rewritten begins another version, and the old
 * one stays. Each step is one transaction, so that a killed process loses nothing and leaves nothing half done.
 */
import { createHash } from 'node:crypto';
import type { SqlRow } from '@hansard/core';
import type { SqliteConnection, SqliteStatement } from '../host/sqlite-module.ts';
import { packBlock, unpackBlock } from './codec.ts';

export interface InputRow {
  readonly id: number;
  readonly agent: string;
  readonly path: string;
  readonly role: string;
  readonly kind: string;
  readonly size: number | null;
  readonly modified: string | null;
  readonly firstSeen: string;
  readonly missingSince: string | null;
}

export interface Version {
  readonly id: number;
  readonly number: number;
  readonly bytes: number;
}

/** Another process has brought the same file up to date: what was planned is no longer needed. */
export class Overtaken extends Error {
  override name = 'Overtaken';
}

export interface NewInput {
  readonly agent: string;
  readonly path: string;
  readonly role: string;
  readonly kind: string;
}

export class Originals {
  readonly #db: SqliteConnection;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(db: SqliteConnection) {
    this.#db = db;
  }

  /** Runs `work` as one transaction: all of it happens, or nothing. */
  transaction<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  input(path: string): InputRow | undefined {
    const row = this.#sql('SELECT * FROM input WHERE path = ?').get(path);
    return row && toInput(row);
  }

  *inputs(): Iterable<InputRow> {
    for (const row of this.#sql('SELECT * FROM input ORDER BY path').all()) yield toInput(row);
  }

  /** The input of that path, made if need be. */
  know(input: NewInput, now: string): InputRow {
    this.#sql(
      `INSERT INTO input (agent, path, role, kind, first_seen, last_seen) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET last_seen = excluded.last_seen, missing_since = NULL`,
    ).run(input.agent, input.path, input.role, input.kind, now, now);
    return this.input(input.path) as InputRow;
  }

  /** Remembers that all of the file, as it was, has been read. */
  complete(id: number, size: number, modified: string): void {
    this.#sql('UPDATE input SET size = ?, modified = ? WHERE id = ?').run(size, modified, id);
  }

  /** The agent has removed the file. */
  miss(id: number, now: string): void {
    this.#sql('UPDATE input SET missing_since = ? WHERE id = ? AND missing_since IS NULL').run(now, id);
  }

  latest(inputId: number): Version | undefined {
    const row = this.#sql('SELECT id, number, bytes FROM version WHERE input_id = ? ORDER BY number DESC LIMIT 1').get(
      inputId,
    );
    return row && toVersion(row);
  }

  versions(inputId: number): Version[] {
    return this.#sql('SELECT id, number, bytes FROM version WHERE input_id = ? ORDER BY number')
      .all(inputId)
      .map(toVersion);
  }

  /** Begins the next version. `after` is the latest that the caller knows: another process may be at work too. */
  begin(inputId: number, after: Version | undefined, now: string): Version {
    if (this.latest(inputId)?.id !== after?.id) throw new Overtaken();
    const number = (after?.number ?? 0) + 1;
    const { lastInsertRowid } = this.#sql(
      'INSERT INTO version (input_id, number, bytes, begun) VALUES (?, ?, 0, ?)',
    ).run(inputId, number, now);
    return { id: Number(lastInsertRowid), number, bytes: 0 };
  }

  /** Makes sure, inside a transaction, that nobody else has written to the version meanwhile. */
  expect(version: Version): void {
    const row = this.#sql('SELECT bytes FROM version WHERE id = ?').get(version.id);
    if (row?.['bytes'] !== version.bytes) throw new Overtaken();
  }

  /** Adds a block at the end of a version. */
  append(version: Version, bytes: Uint8Array): Version {
    this.#sql('INSERT INTO manifest (version_id, start, block_id) VALUES (?, ?, ?)').run(
      version.id,
      version.bytes,
      this.#keep(bytes),
    );
    return this.#resize(version, version.bytes + bytes.length);
  }

  /** Takes the last block off a version, to be written again with what has come since. */
  dropLast(version: Version): Version {
    const last = this.#sql('SELECT start, block_id FROM manifest WHERE version_id = ? ORDER BY start DESC LIMIT 1').get(
      version.id,
    );
    if (!last) return version;
    this.#sql('DELETE FROM manifest WHERE version_id = ? AND start = ?').run(version.id, last['start'] as number);
    this.#release(last['block_id'] as number);
    return this.#resize(version, last['start'] as number);
  }

  /** The last block and where it begins. */
  last(version: Version): { start: number; bytes: Uint8Array } | undefined {
    const row = this.#sql(
      `SELECT m.start, b.codec, b.data FROM manifest m JOIN block b ON b.id = m.block_id
       WHERE m.version_id = ? ORDER BY m.start DESC LIMIT 1`,
    ).get(version.id);
    return row && { start: row['start'] as number, bytes: unpack(row) };
  }

  /** The bytes of a version from `start` to `end`, block by block. */
  *read(version: Version, start = 0, end = Number.POSITIVE_INFINITY): Iterable<Uint8Array> {
    const rows = this.#sql(
      `SELECT m.start, b.codec, b.bytes, b.data FROM manifest m JOIN block b ON b.id = m.block_id
       WHERE m.version_id = ? AND m.start < ? AND m.start + b.bytes > ? ORDER BY m.start`,
    ).iterate(version.id, Math.min(end, Number.MAX_SAFE_INTEGER), start);
    for (const row of rows) {
      const at = row['start'] as number;
      yield unpack(row).subarray(Math.max(0, start - at), Math.min(row['bytes'] as number, end - at));
    }
  }

  /** How many blocks there are, and their size before and after compression. */
  sizes(): { blocks: number; bytes: number; packed: number } {
    const row = this.#sql(
      'SELECT count(*) AS n, total(bytes) AS bytes, total(length(data)) AS packed FROM block',
    ).get() as SqlRow;
    return { blocks: Number(row['n']), bytes: Number(row['bytes']), packed: Number(row['packed']) };
  }

  #resize(version: Version, bytes: number): Version {
    this.#sql('UPDATE version SET bytes = ? WHERE id = ?').run(bytes, version.id);
    return { ...version, bytes };
  }

  /** The block with these bytes, which may be another file's already. */
  #keep(bytes: Uint8Array): number {
    const hash = createHash('sha256').update(bytes).digest();
    const known = this.#sql('UPDATE block SET uses = uses + 1 WHERE hash = ? RETURNING id').get(hash);
    if (known) return known['id'] as number;
    const { codec, data } = packBlock(bytes);
    const insert = this.#sql('INSERT INTO block (hash, codec, bytes, uses, data) VALUES (?, ?, ?, 1, ?)');
    return Number(insert.run(hash, codec, bytes.length, data).lastInsertRowid);
  }

  #release(blockId: number): void {
    this.#sql('UPDATE block SET uses = uses - 1 WHERE id = ?').run(blockId);
    this.#sql('DELETE FROM block WHERE id = ? AND uses = 0').run(blockId);
  }

  #sql(text: string): SqliteStatement {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#db.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

function unpack(row: SqlRow): Uint8Array {
  return unpackBlock(row['codec'] as number, row['data'] as Uint8Array);
}

function toVersion(row: SqlRow): Version {
  return { id: row['id'] as number, number: row['number'] as number, bytes: row['bytes'] as number };
}

function toInput(row: SqlRow): InputRow {
  return {
    id: row['id'] as number,
    agent: row['agent'] as string,
    path: row['path'] as string,
    role: row['role'] as string,
    kind: row['kind'] as string,
    size: row['size'] as number | null,
    modified: row['modified'] as string | null,
    firstSeen: row['first_seen'] as string,
    missingSince: row['missing_since'] as string | null,
  };
}
