/**
 * The database of either program: `conversations_v2` with one row for each conversation, before it `conversations` with one for each
 * folder, which the next conversation there replaced. Its other tables hold credentials and are never asked for.
 */

import type { DocumentPart, StoreChanges, StoreDialect } from '../../adapters/contract.ts';
import type { StoreDatabase } from '../../host.ts';
import { argumentsOf } from '../../reading/conversation.ts';
import { isObject, objectOf, stringOf } from '../../reading/native-values.ts';
import { beginState, partsOf, read, type State } from './conversation.ts';

const tablesOf = (database: StoreDatabase): Set<string> =>
  new Set(
    database
      .all("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('conversations', 'conversations_v2')")
      .map(({ name }) => String(name)),
  );

/** `certain` when the table is there that only this program has. */
export function storeOf(
  isCertain: (tables: Readonly<Record<string, readonly string[]>>) => boolean,
): StoreDialect<State> {
  return {
    id: 'database',
    kind: 'store',
    live: false,
    detect: ({ tables }) => {
      const isOurs = [tables?.['conversations'], tables?.['conversations_v2']].some(
        (columns) => columns?.includes('key') && columns.includes('value'),
      );
      return tables && isOurs ? (isCertain(tables) ? 1 : 0.8) : 0;
    },
    begin: beginState,
    sessions,
    records,
    read,
  };
}

interface Cursor {
  updated: number;
  /** Length of each row of the older table, which has no times. */
  lengths: Record<string, number>;
}

function sessions(database: StoreDatabase, cursor?: string): StoreChanges {
  const before = objectOf(argumentsOf(cursor)) as unknown as Partial<Cursor>;
  const tables = tablesOf(database);
  const next: Cursor = { updated: before.updated ?? 0, lengths: {} };
  const changed: string[] = [];
  if (tables.has('conversations_v2')) {
    const rows = database.all(
      'SELECT conversation_id AS id, updated_at AS at FROM conversations_v2 WHERE updated_at >= ? ORDER BY created_at',
      before.updated ?? 0,
    );
    for (const { id, at } of rows) {
      changed.push(String(id));
      next.updated = Math.max(next.updated, Number(at));
    }
  }
  if (tables.has('conversations')) {
    for (const { key, length } of database.all('SELECT key, length(value) AS length FROM conversations ORDER BY key')) {
      next.lengths[String(key)] = Number(length);
      if (before.lengths?.[String(key)] === Number(length)) continue;
      const id = idOf(database, String(key));
      if (id !== undefined) changed.push(id);
    }
  }
  return { changed: [...new Set(changed)], cursor: JSON.stringify(next) };
}

function idOf(database: StoreDatabase, key: string): string | undefined {
  const [row] = database.all('SELECT value FROM conversations WHERE key = ?', key);
  return stringOf(objectOf(argumentsOf(row?.['value']))['conversation_id']);
}

function* records(database: StoreDatabase, nativeId: string): Iterable<DocumentPart> {
  const tables = tablesOf(database);
  if (tables.has('conversations_v2')) {
    const rows = database.all('SELECT * FROM conversations_v2 WHERE conversation_id = ?', nativeId);
    for (const { key, value, created_at, updated_at } of rows) {
      const conversation = argumentsOf(value);
      if (!isObject(conversation)) yield { value, pointer: `conversations_v2/${nativeId}` };
      else
        yield* partsOf({ conversation_id: nativeId, ...conversation }, `conversations_v2/${nativeId}`, {
          cwd: key,
          created_at,
          updated_at,
        });
    }
    if (rows.length > 0) return;
  }
  if (!tables.has('conversations')) return;
  for (const { key, value } of database.iterate('SELECT key, value FROM conversations ORDER BY key')) {
    const conversation = objectOf(argumentsOf(value));
    if (conversation['conversation_id'] === nativeId)
      yield* partsOf(conversation, `conversations/${nativeId}`, { cwd: key });
  }
}
