/**
 * The database of OpenCode 1.2 and later, and of its forks: `session`, `message`, `part`, `todo`, and an append-only `event` log from which
 * comes what was removed since. Rows change in place; the log's row numbers tell which sessions changed.
 */
import type { DocumentPart, Head, StoreChanges, StoreDialect } from '../../adapters/contract.ts';
import type { StoreDatabase } from '../../host.ts';
import { importDocument } from './import-document.ts';
import { readRecord } from './read-record.ts';
import { beginReading, type ReadingState } from './state.ts';
import { messageRecords, sessionRecord, tablesOf, todoRecord, untouchedRows } from './store-rows.ts';
import type { ToolKinds } from './tools.ts';

export interface Database {
  readonly tools: ToolKinds;
  /** The program that imports sessions. */
  readonly program: string;
  /** By tables or columns that only this fork has; without it, any database of the shape is meant. */
  readonly isOwn?: (tables: NonNullable<Head['tables']>) => boolean;
}

export function databaseOf({ tools, program, isOwn }: Database): StoreDialect<ReadingState> {
  return {
    id: 'database',
    kind: 'store',
    live: false,
    detect: (head) => confidence(head, isOwn),
    begin: () => beginReading(),
    sessions,
    records,
    importing: { command: `${program} import {file}`, document: importDocument },
    read: (state, record, out) => readRecord(state, record, out, tools),
  };
}

function confidence({ tables }: Head, isOwn: Database['isOwn']): number {
  if (!tables) return 0;
  const has = (table: string, ...columns: string[]) => columns.every((column) => tables[table]?.includes(column));
  const isShape =
    has('session', 'id', 'project_id', 'directory', 'title') &&
    has('message', 'id', 'session_id', 'data') &&
    has('part', 'id', 'message_id', 'session_id', 'data');
  if (!isShape) return 0;
  // A fork has the same tables and some of its own, so it is surer of itself.
  if (!isOwn) return 0.95;
  return isOwn(tables) ? 1 : 0;
}

/** Highest row numbers seen, and the latest change of a session's own row. */
interface Cursor {
  event: number;
  message: number;
  part: number;
  updated: number;
}

function sessions(database: StoreDatabase, text?: string): StoreChanges {
  const before = parseCursor(text);
  const hasLog = tablesOf(database).has('event');
  const now: Cursor = {
    event: hasLog ? highest(database, 'event', 'rowid') : 0,
    message: highest(database, 'message', 'rowid'),
    part: highest(database, 'part', 'rowid'),
    updated: highest(database, 'session', 'time_updated'),
  };
  const cursor = JSON.stringify(now);
  const all = 'SELECT id FROM session ORDER BY time_created, id';
  // Row numbers only fall when rows were deleted; then nothing can be told from them.
  const isReset = before && (now.event < before.event || now.message < before.message || now.part < before.part);
  if (!before || isReset) return { changed: database.all(all).map(({ id }) => String(id)), cursor };
  const changed = new Set<string>();
  const collect = (sql: string, since: number) => {
    for (const { id } of database.all(sql, since)) changed.add(String(id));
  };
  // Without the log, two changes in the same millisecond must not hide each other.
  collect(`SELECT id FROM session WHERE time_updated ${hasLog ? '>' : '>='} ?`, before.updated);
  if (hasLog) collect('SELECT DISTINCT aggregate_id AS id FROM event WHERE rowid > ?', before.event);
  collect('SELECT DISTINCT session_id AS id FROM message WHERE rowid > ?', before.message);
  collect('SELECT DISTINCT session_id AS id FROM part WHERE rowid > ?', before.part);
  return { changed: [...changed], cursor };
}

function highest(database: StoreDatabase, table: string, column: string): number {
  return Number(database.all(`SELECT max(${column}) AS n FROM ${table}`)[0]?.['n'] ?? 0);
}

function parseCursor(text: string | undefined): Cursor | undefined {
  try {
    const cursor = JSON.parse(text ?? '') as Cursor;
    return [cursor.event, cursor.message, cursor.part, cursor.updated].every(Number.isFinite) ? cursor : undefined;
  } catch {
    return undefined;
  }
}

function* records(database: StoreDatabase, nativeId: string): Iterable<DocumentPart> {
  const tables = tablesOf(database);
  const session = sessionRecord(database, nativeId);
  if (session) yield session;
  yield* messageRecords(database, tables, nativeId);
  if (tables.has('todo')) yield* todoRecord(database, nativeId);
  yield* untouchedRows(database, tables, nativeId);
}
