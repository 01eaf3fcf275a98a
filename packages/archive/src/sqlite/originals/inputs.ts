/** What is known of inputs: files of agents, and the rows of sessions in their databases. */
import type { SessionFacts, SqlRow } from '@hansard/core';
import { columnOf, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { inputRow } from '../tables.ts';
import { entriesBelow, type FolderEntry } from './input-folders.ts';

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
  /** Where it comes from, as the user calls it. */
  readonly origin: string | null;
  /** It was brought by hand rather than found. */
  readonly elsewhere: boolean;
}

/** Size and time that a file had when all of it had been read. */
export interface KnownFile {
  readonly agent: string;
  readonly size: number | null;
  readonly modified: string | null;
  readonly missing: boolean;
  readonly excluded: string | null;
}

type KnownRow = [
  path: string,
  agent: string,
  size: number | null,
  modified: string | null,
  missing: 0 | 1,
  excluded: string | null,
];

export interface NewInput {
  readonly agent: string;
  readonly path: string;
  readonly part?: string;
  readonly role: string;
  readonly kind: string;
  readonly dialect?: string;
  readonly adapterVersion?: string;
  readonly located?: SessionFacts;
  readonly origin?: string;
  readonly elsewhere?: boolean;
}

export const THIS_MACHINE = 1;

/** What this machine did not record itself. */
export const isElsewhere = ({ elsewhere, machine }: Pick<InputRow, 'elsewhere' | 'machine'>): boolean =>
  elsewhere || machine !== THIS_MACHINE;

export class Inputs {
  readonly #db: Sql;

  constructor(db: Sql) {
    this.#db = db;
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

  /** What lies in a folder, by the paths of inputs. `folder` ends with its separator. */
  entries(folder: string, machine = THIS_MACHINE): Iterable<FolderEntry> {
    return entriesBelow(this.#db, machine, folder);
  }

  /** Of all machines. */
  all(): InputRow[] {
    return this.#db.all('SELECT * FROM input ORDER BY id').map(toInput);
  }

  /** Files that were removed before any events were read from them. */
  unread(): InputRow[] {
    const where = "adapter_version IS NULL AND missing_since IS NOT NULL AND role <> 'side' AND machine_id = 1";
    return this.#db.all(`SELECT * FROM input WHERE ${where} AND excluded IS NULL ORDER BY id`).map(toInput);
  }

  /**
   * What is needed to tell whether anything on this machine has changed, by path. It comes as one value: as many rows
   * would take the longest part of a sync with nothing to do.
   */
  knownFiles(): Map<string, KnownFile> {
    const row = this.#db.get(
      `SELECT json_group_array(json_array(path, agent, size, modified, missing_since IS NOT NULL, excluded)) AS files
       FROM input WHERE machine_id = 1 AND part = '' AND elsewhere = 0`,
    );
    const known = new Map<string, KnownFile>();
    for (const [path, agent, size, modified, missing, excluded] of JSON.parse(files(row ?? {})) as KnownRow[]) {
      known.set(path, { agent, size, modified, missing: missing === 1, excluded });
    }
    return known;
  }

  /** The sessions of a database, by the path of the database. */
  parts(path: string, machine = THIS_MACHINE): InputRow[] {
    const where = "machine_id = ? AND path = ? AND part <> ''";
    return this.#db.all(`SELECT * FROM input WHERE ${where} ORDER BY id`, machine, path).map(toInput);
  }

  /** The input of that path, made if need be. */
  know(input: NewInput, now: string): InputRow {
    const { agent, path, part = '', role, kind, dialect, adapterVersion, located, origin, elsewhere } = input;
    this.#db.run(
      `INSERT INTO input (agent, path, part, role, kind, dialect, adapter_version, located, first_seen, last_seen,
         origin, elsewhere)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (machine_id, path, part) DO UPDATE SET
         last_seen = excluded.last_seen, missing_since = NULL, excluded = NULL,
         dialect = coalesce(excluded.dialect, dialect),
         adapter_version = coalesce(excluded.adapter_version, adapter_version),
         located = coalesce(excluded.located, located),
         origin = coalesce(excluded.origin, origin)`,
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
      origin ?? null,
      elsewhere ? 1 : 0,
    );
    return this.input(path, part) as InputRow;
  }

  /** What an input that is read again from what is kept of it was recognised as. */
  recognise(id: number, { dialect, adapterVersion, located }: NewInput): InputRow {
    this.#db.run(
      'UPDATE input SET dialect = coalesce(?, dialect), adapter_version = ?, located = coalesce(?, located) WHERE id = ?',
      dialect ?? null,
      adapterVersion ?? null,
      located ? JSON.stringify(located) : null,
      id,
    );
    return this.inputById(id) as InputRow;
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
}

const files = columnOf('files', text);

function toInput(row: SqlRow): InputRow {
  const { machine_id, adapter_version, located, first_seen, missing_since, ...same } = inputRow(row);
  return {
    ...same,
    machine: machine_id,
    adapterVersion: adapter_version,
    located: located === null ? undefined : (JSON.parse(located) as SessionFacts),
    firstSeen: first_seen,
    missingSince: missing_since,
  };
}
