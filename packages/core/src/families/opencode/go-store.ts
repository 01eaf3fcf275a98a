/**
 * The database of the Go version (2025, `.opencode/opencode.db`): `sessions`, `messages` with a JSON array of typed
 * parts, `files`. Two dialects: times in seconds, and ISO text with a `logs` table. Crush descends from it.
 */

import type { DocumentPart, Head, StoreChanges, StoreDialect } from '../../adapters/contract.ts';
import type { SqlRow, StoreDatabase } from '../../host.ts';
import { type GoRecord, type GoState, readGoRecord } from './read-go.ts';

export const goStore: StoreDialect<GoState> = {
  id: 'go-database',
  kind: 'store',
  live: false,
  detect: detectGo,
  begin: () => ({ calls: [] }),
  sessions,
  records,
  read: readGoRecord,
};

function detectGo({ tables }: Head): number {
  if (!tables) return 0;
  const has = (table: string, ...columns: string[]) => columns.every((column) => tables[table]?.includes(column));
  const isShape =
    has('sessions', 'id', 'parent_session_id', 'title', 'prompt_tokens') &&
    has('messages', 'id', 'session_id', 'role', 'parts') &&
    has('files', 'session_id', 'path', 'version');
  // Crush names the provider of each message.
  return isShape && !has('messages', 'provider') ? 0.9 : 0;
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
