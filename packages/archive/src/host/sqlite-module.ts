/**
 * The SQLite binding of this Node: the built-in one, or on Node 20 a package with the same API. The built-in one
 * calls itself experimental on Node 22; that one warning is kept from the user, all others pass.
 */
import { createRequire } from 'node:module';
import type { SqlRow, SqlValue } from '@hansard/core';

export interface SqliteStatement {
  run(...parameters: SqlValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...parameters: SqlValue[]): SqlRow | undefined;
  all(...parameters: SqlValue[]): SqlRow[];
  iterate(...parameters: SqlValue[]): Iterable<SqlRow>;
  setReadBigInts(enabled: boolean): void;
  columns(): { name: string }[];
}

export interface SqliteConnection {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  function(name: string, body: (...values: SqlValue[]) => SqlValue): void;
  close(): void;
}

export type SqliteConstructor = new (location: string, options?: { readOnly?: boolean }) => SqliteConnection;

/**
 * The rows of a statement that nobody else holds. The package for Node 20 frees a statement that is collected while its
 * rows are still being read, and the process with it: what was begun here is held until the last row.
 */
export function* rowsOf(statement: SqliteStatement, parameters: readonly SqlValue[] = []): Iterable<SqlRow> {
  RUNNING.add(statement);
  try {
    yield* statement.iterate(...parameters);
  } finally {
    RUNNING.delete(statement);
  }
}

const RUNNING = new Set<SqliteStatement>();

let loaded: Promise<SqliteConstructor | undefined> | undefined;

/** Undefined when this Node has no SQLite and the package is not installed. */
export function loadSqlite(): Promise<SqliteConstructor | undefined> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<SqliteConstructor | undefined> {
  const builtIn = builtInSqlite();
  if (builtIn) return builtIn.DatabaseSync;
  try {
    // Required, not imported: scripts whose compiled code was kept cannot import on Node 20.
    return createRequire(import.meta.url)('@photostructure/sqlite').DatabaseSync;
  } catch {
    return undefined;
  }
}

function builtInSqlite(): { DatabaseSync: SqliteConstructor } | undefined {
  const warn = process.emitWarning;
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (!isExperimentalNotice(warning, rest[0])) Reflect.apply(warn, process, [warning, ...rest]);
  }) as typeof process.emitWarning;
  try {
    return process.getBuiltinModule('node:sqlite') as { DatabaseSync: SqliteConstructor } | undefined;
  } finally {
    process.emitWarning = warn;
  }
}

function isExperimentalNotice(warning: string | Error, type: unknown): boolean {
  return type === 'ExperimentalWarning' && String(warning).includes('SQLite');
}
