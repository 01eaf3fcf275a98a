/**
 * The originals: every version of every file that was seen, byte for byte, in compressed blocks. A file that grew
 * writes only its last block again and what is new; a file that was rewritten begins another version, and the old
 * one stays. Each step is one transaction, so that a killed process loses nothing and leaves nothing half done.
 */
import { createHash } from 'node:crypto';
import type { SessionFacts, SqlRow } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { packBlock, unpackBlock } from './codec.ts';

export interface InputRow {
  readonly id: number;
  /** 1 is this machine. */
  readonly machine: number;
  readonly agent: string;
  readonly path: string;
  /** Native id of the session whose rows these are; empty for files, and for a database as a whole. */
  readonly part: string;
  readonly role: string;
  readonly kind: string;
  readonly dialect: string | null;
  readonly adapterVersion: string | null;
  /** What the layout says of it. */
  readonly located: SessionFacts | undefined;
  readonly size: number | null;
  readonly modified: string | null;
  readonly cursor: string | null;
  readonly firstSeen: string;
  readonly missingSince: string | null;
  /** Why it is not kept. */
  readonly excluded: string | null;
}

/** Size and time that a file had when all of it had been read. */
export interface KnownFile {
  readonly agent: string;
  readonly size: number | null;
  readonly modified: string | null;
  readonly missing: boolean;
  readonly excluded: string | null;
}

export interface Version {
  readonly id: number;
  readonly number: number;
  readonly bytes: number;
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

export interface NewInput {
  readonly agent: string;
  readonly path: string;
  readonly part?: string;
  readonly role: string;
  readonly kind: string;
  readonly dialect?: string;
  readonly adapterVersion?: string;
  readonly located?: SessionFacts;
}

export const THIS_MACHINE = 1;

export class Originals {
  readonly #db: Sql;

  constructor(db: Sql) {
    this.#db = db;
  }

  /** Runs `work` as one transaction: all of it happens, or nothing. */
  transaction<T>(work: () => T): T {
    return this.#db.transaction(work);
  }

  input(path: string, part = '', machine = THIS_MACHINE): InputRow | undefined {
    const row = this.#db.get('SELECT * FROM input WHERE machine_id = ? AND path = ? AND part = ?', machine, path, part);
    return row && toInput(row);
  }

  inputById(id: number): InputRow | undefined {
    const row = this.#db.get('SELECT * FROM input WHERE id = ?', id);
    return row && toInput(row);
  }

  *inputs(machine = THIS_MACHINE): Iterable<InputRow> {
    const rows = this.#db.all('SELECT * FROM input WHERE machine_id = ? ORDER BY path, part', machine);
    for (const row of rows) yield toInput(row);
  }

  /** What is needed to tell whether anything on this machine has changed, by path. */
  knownFiles(): Map<string, KnownFile> {
    const rows = this.#db.all(
      "SELECT path, agent, size, modified, missing_since, excluded FROM input WHERE machine_id = 1 AND part = ''",
    );
    return new Map(
      rows.map(({ path, agent, size, modified, missing_since: missing, excluded }) => [
        path as string,
        {
          agent: agent as string,
          size: size as number,
          modified: modified as string,
          missing: missing !== null,
          excluded: excluded as string | null,
        },
      ]),
    );
  }

  /** The sessions of a database, by the path of the database. */
  parts(path: string, machine = THIS_MACHINE): InputRow[] {
    const where = "machine_id = ? AND path = ? AND part <> ''";
    return this.#db.all(`SELECT * FROM input WHERE ${where} ORDER BY id`, machine, path).map(toInput);
  }

  /** The input of that path, made if need be. */
  know(input: NewInput, now: string): InputRow {
    const { agent, path, part = '', role, kind, dialect, adapterVersion, located } = input;
    this.#db.run(
      `INSERT INTO input (agent, path, part, role, kind, dialect, adapter_version, located, first_seen, last_seen)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (machine_id, path, part) DO UPDATE SET
         last_seen = excluded.last_seen, missing_since = NULL, excluded = NULL,
         dialect = coalesce(excluded.dialect, dialect),
         adapter_version = coalesce(excluded.adapter_version, adapter_version),
         located = coalesce(excluded.located, located)`,
      agent,
      path,
      part,
      role,
      kind,
      dialect ?? null,
      adapterVersion ?? null,
      located ? JSON.stringify(located) : null,
      now,
      now,
    );
    return this.input(path, part) as InputRow;
  }

  /** Remembers that all of the file, as it was, has been read. */
  complete(id: number, size: number, modified: string): void {
    this.#db.run('UPDATE input SET size = ?, modified = ? WHERE id = ?', size, modified, id);
  }

  /** The input is not to be kept, for this reason. */
  exclude(id: number, reason: string): void {
    this.#db.run('UPDATE input SET excluded = ? WHERE id = ?', reason, id);
  }

  /** The agent has removed the file. */
  miss(id: number, now: string): void {
    this.#db.run('UPDATE input SET missing_since = ? WHERE id = ? AND missing_since IS NULL', now, id);
  }

  /** The agent has removed the file, or the database with all its sessions. */
  missPath(path: string, now: string): void {
    this.#db.run(
      'UPDATE input SET missing_since = ? WHERE machine_id = 1 AND path = ? AND missing_since IS NULL',
      now,
      path,
    );
  }

  latest(inputId: number): Version | undefined {
    const row = this.#db.get(
      'SELECT id, number, bytes FROM version WHERE input_id = ? ORDER BY number DESC LIMIT 1',
      inputId,
    );
    return row && toVersion(row);
  }

  versions(inputId: number): Version[] {
    return this.#db
      .all('SELECT id, number, bytes FROM version WHERE input_id = ? ORDER BY number', inputId)
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
    if (row?.['bytes'] !== version.bytes) throw new Overtaken();
  }

  /** Adds a block at the end of a version. With a checkpoint, reading can begin there. */
  append(version: Version, bytes: Uint8Array, checkpoint: Uint8Array | null = null): Version {
    this.#db.run(
      'INSERT INTO manifest (version_id, start, block_id, checkpoint) VALUES (?, ?, ?, ?)',
      version.id,
      version.bytes,
      this.#keep(bytes),
      checkpoint,
    );
    return this.#resize(version, version.bytes + bytes.length);
  }

  /** Writes the last block again, with what has come since. */
  replaceLast(version: Version, bytes: Uint8Array): Version {
    const last = this.#db.get(
      'SELECT start, block_id FROM manifest WHERE version_id = ? ORDER BY start DESC LIMIT 1',
      version.id,
    );
    if (!last) return this.append(version, bytes);
    const start = last['start'] as number;
    const kept = this.#keep(bytes);
    this.#db.run('UPDATE manifest SET block_id = ? WHERE version_id = ? AND start = ?', kept, version.id, start);
    this.#release(last['block_id'] as number);
    return this.#resize(version, start + bytes.length);
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
      `SELECT m.start, b.codec, b.data FROM manifest m JOIN block b ON b.id = m.block_id
       WHERE m.version_id = ? ORDER BY m.start DESC LIMIT 1`,
      version.id,
    );
    return row && { start: row['start'] as number, bytes: unpack(row) };
  }

  /** The bytes of a version from `start` to `end`, block by block. */
  *read(version: Pick<Version, 'id'>, start = 0, end = Number.POSITIVE_INFINITY): Iterable<Uint8Array> {
    const places = this.#db.all(
      `SELECT m.start, m.block_id, b.bytes FROM manifest m JOIN block b ON b.id = m.block_id
       WHERE m.version_id = ? AND m.start < ? AND m.start + b.bytes > ? ORDER BY m.start`,
      version.id,
      Math.min(end, Number.MAX_SAFE_INTEGER),
      start,
    );
    for (const { start: at, block_id: block, bytes } of places as {
      start: number;
      block_id: number;
      bytes: number;
    }[]) {
      const row = this.#db.get('SELECT codec, data FROM block WHERE id = ?', block) as SqlRow;
      yield unpack(row).subarray(Math.max(0, start - at), Math.min(bytes, end - at));
    }
  }

  /** Where the block that holds the byte at `at` begins. */
  blockStart(version: Pick<Version, 'id'>, at: number): number {
    const row = this.#db.get(
      'SELECT max(start) AS start FROM manifest WHERE version_id = ? AND start <= ?',
      version.id,
      at,
    );
    return (row?.['start'] as number | null) ?? 0;
  }

  /** The blocks of a version that begin from `start` on and before `end`, with their places. */
  *blocks(version: Pick<Version, 'id'>, start = 0, end = Number.MAX_SAFE_INTEGER): Iterable<Placed> {
    const places = this.#db.all(
      'SELECT start, block_id FROM manifest WHERE version_id = ? AND start >= ? AND start < ? ORDER BY start',
      version.id,
      start,
      end,
    );
    for (const place of places) {
      const row = this.#db.get('SELECT codec, data FROM block WHERE id = ?', place['block_id'] as number) as SqlRow;
      yield { start: place['start'] as number, bytes: unpack(row) };
    }
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
      start: (from?.['start'] as number | undefined) ?? 0,
      end: (next?.['start'] as number | undefined) ?? Number.POSITIVE_INFINITY,
      checkpoint: (from?.['checkpoint'] as Uint8Array | undefined) ?? undefined,
    };
  }

  /** The reader's state behind the last record that was read. */
  saved(versionId: number): Uint8Array | undefined {
    return (
      (this.#db.get('SELECT saved FROM version WHERE id = ?', versionId)?.['saved'] as Uint8Array | null) ?? undefined
    );
  }

  save(versionId: number, saved: Uint8Array): void {
    this.#db.run('UPDATE version SET saved = ? WHERE id = ?', saved, versionId);
  }

  /** How many blocks there are, and their size before and after compression. */
  sizes(): { blocks: number; bytes: number; packed: number } {
    const row = this.#db.get(
      'SELECT count(*) AS n, total(bytes) AS bytes, total(length(data)) AS packed FROM block',
    ) as SqlRow;
    return { blocks: Number(row['n']), bytes: Number(row['bytes']), packed: Number(row['packed']) };
  }

  #resize(version: Version, bytes: number): Version {
    this.#db.run('UPDATE version SET bytes = ? WHERE id = ?', bytes, version.id);
    return { ...version, bytes };
  }

  /** The block with these bytes, which may be another file's already. */
  #keep(bytes: Uint8Array): number {
    const hash = createHash('sha256').update(bytes).digest();
    const known = this.#db.get('UPDATE block SET uses = uses + 1 WHERE hash = ? RETURNING id', hash);
    if (known) return known['id'] as number;
    const { codec, data } = packBlock(bytes);
    return this.#db.run(
      'INSERT INTO block (hash, codec, bytes, uses, data) VALUES (?, ?, ?, 1, ?)',
      hash,
      codec,
      bytes.length,
      data,
    ).id;
  }

  #release(blockId: number): void {
    this.#db.run('UPDATE block SET uses = uses - 1 WHERE id = ?', blockId);
    this.#db.run('DELETE FROM block WHERE id = ? AND uses = 0', blockId);
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
    machine: row['machine_id'] as number,
    agent: row['agent'] as string,
    path: row['path'] as string,
    part: row['part'] as string,
    role: row['role'] as string,
    kind: row['kind'] as string,
    dialect: row['dialect'] as string | null,
    adapterVersion: row['adapter_version'] as string | null,
    located: row['located'] === null ? undefined : (JSON.parse(row['located'] as string) as SessionFacts),
    size: row['size'] as number | null,
    modified: row['modified'] as string | null,
    cursor: row['cursor'] as string | null,
    firstSeen: row['first_seen'] as string,
    missingSince: row['missing_since'] as string | null,
    excluded: row['excluded'] as string | null,
  };
}
