/**
 * The database of OpenCode's Go version (2025), from which Crush descends: `sessions`, `messages` with a JSON array
 * of typed parts, `files`. Times are seconds, or ISO text where there is a `logs` table.
 */
import type { DocumentPart, Head, StoreChanges, StoreDialect } from '../../adapters/contract.ts';
import type { SqlRow, StoreDatabase } from '../../host.ts';
import { type GoRecord, type GoState, readGoRecord } from './read-go.ts';
import type { ToolKinds } from './tools.ts';

export interface GoDatabase {
  readonly id: string;
  readonly tools: ToolKinds;
  /** Columns that only this fork has; without it, any database of the shape is meant. */
  readonly isOwn?: (tables: NonNullable<Head['tables']>) => boolean;
}

export function goDatabaseOf({ id, tools, isOwn }: GoDatabase): StoreDialect<GoState> {
  return {
    id,
    kind: 'store',
    live: false,
    detect: (head) => confidence(head, isOwn),
    begin: () => ({ calls: [] }),
    sessions,
    records,
    read: (state, record, out) => readGoRecord({ state, out, tools }, record),
  };
}

function confidence({ tables }: Head, isOwn: GoDatabase['isOwn']): number {
  if (!tables) return 0;
  const has = (table: string, ...columns: string[]) => columns.every((column) => tables[table]?.includes(column));
  const isShape =
    has('sessions', 'id', 'parent_session_id', 'title', 'prompt_tokens') &&
    has('messages', 'id', 'session_id', 'role', 'parts') &&
    has('files', 'session_id', 'path', 'version');
  if (!isShape) return 0;
  if (!isOwn) return 0.9;
  return isOwn(tables) ? 1 : 0;
}

function sessions(database: StoreDatabase, cursor?: string): StoreChanges {
  const rows = database.all('SELECT id, updated_at FROM sessions ORDER BY created_at, id');
  const latest = rows.reduce((max, { updated_at }) => (later(updated_at, max) ? String(updated_at) : max), '');
  // Times are seconds: what changed in the last one may change again.
  const changed = cursor ? rows.filter(({ updated_at }) => !later(cursor, String(updated_at))) : rows;
  return { changed: changed.map(({ id }) => String(id)), cursor: latest };
}

const later = (a: unknown, b: string) =>
  typeof a === 'number' || /^\d+$/.test(String(a)) ? Number(a) > Number(b) : String(a) > b;

function* records(database: StoreDatabase, nativeId: string): Iterable<DocumentPart> {
  const [session] = database.all('SELECT * FROM sessions WHERE id = ?', nativeId);
  if (session) yield record('session', session);
  for (const row of database.iterate(
    'SELECT * FROM messages WHERE session_id = ? ORDER BY created_at, rowid',
    nativeId,
  )) {
    yield record('message', row);
  }
  for (const row of database.iterate('SELECT * FROM files WHERE session_id = ? ORDER BY created_at, rowid', nativeId)) {
    yield record('file', row);
  }
  if (database.all("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'logs'").length === 0) return;
  for (const row of database.iterate('SELECT * FROM logs WHERE session_id = ? ORDER BY rowid', nativeId)) {
    yield record('log', row);
  }
}

function record(kind: GoRecord['kind'], row: SqlRow): DocumentPart {
  return { value: { kind, row } satisfies GoRecord, pointer: `${kind}/${row['id']}` };
}
