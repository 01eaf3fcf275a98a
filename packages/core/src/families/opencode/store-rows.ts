/** Rows of the database as records, in the order in which OpenCode shows them. */
import type { DocumentPart } from '../../adapters/contract.ts';
import type { SqlRow, StoreDatabase } from '../../host.ts';
import { isObject, type Json, type OpenCodeRecord, parsed, part } from './native.ts';
import { removedMessages, removedParts } from './store-removed.ts';

export function tablesOf(database: StoreDatabase): Set<string> {
  return new Set(database.all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name)));
}

export function sessionRecord(database: StoreDatabase, id: string): DocumentPart | undefined {
  const row = database.all('SELECT * FROM session WHERE id = ?', id)[0];
  if (!row) return undefined;
  const origin = /\(fork #\d+\)$/.test(String(row['title'])) ? forkOrigin(database, row) : undefined;
  return part({ kind: 'session', value: infoOf(row), ...(origin ? { origin } : {}) }, `session/${id}`);
}

/** A row in the words of the API, so that it reads like an exported session. */
function infoOf(row: SqlRow): Json {
  const info: Json = {
    id: row['id'],
    slug: row['slug'],
    projectID: row['project_id'],
    workspaceID: row['workspace_id'],
    directory: row['directory'],
    path: row['path'],
    parentID: row['parent_id'],
    title: row['title'],
    agent: row['agent'],
    model: parsed(row['model']),
    version: row['version'],
    share: row['share_url'] ? { url: row['share_url'] } : undefined,
    summary: withoutNull({
      additions: row['summary_additions'],
      deletions: row['summary_deletions'],
      files: row['summary_files'],
      diffs: parsed(row['summary_diffs']),
    }),
    metadata: parsed(row['metadata']),
    cost: row['cost'],
    tokens: tokensOf(row),
    permission: parsed(row['permission']),
    revert: parsed(row['revert']),
    time: withoutNull({
      created: row['time_created'],
      updated: row['time_updated'],
      compacting: row['time_compacting'],
      archived: row['time_archived'],
    }),
  };
  return withoutNull(info) ?? {};
}

function tokensOf(row: SqlRow): Json | undefined {
  if (row['tokens_input'] === undefined) return undefined;
  return {
    input: row['tokens_input'],
    output: row['tokens_output'],
    reasoning: row['tokens_reasoning'],
    cache: { read: row['tokens_cache_read'], write: row['tokens_cache_write'] },
  };
}

/**
 * A fork is a copy under new ids; only the messages' times stay. Its origin is the session in which the last copied
 * message was written.
 */
function forkOrigin(database: StoreDatabase, fork: SqlRow): OpenCodeRecord['origin'] {
  const [last] = database.all(
    'SELECT max(time_created) AS time FROM message WHERE session_id = ? AND time_created < ?',
    fork['id'] ?? null,
    fork['time_created'] ?? null,
  );
  const [origin] = database.all(
    `SELECT m.session_id AS of, m.id AS at FROM session s JOIN message m ON m.session_id = s.id AND m.time_created = ?
     WHERE s.project_id = ? AND s.id <> ? AND s.time_created <= m.time_created LIMIT 1`,
    last?.['time'] ?? null,
    fork['project_id'] ?? null,
    fork['id'] ?? null,
  );
  return origin ? { of: String(origin['of']), at: String(origin['at']) } : undefined;
}

export function* messageRecords(database: StoreDatabase, tables: Set<string>, session: string): Iterable<DocumentPart> {
  const removed = tables.has('event') ? removedMessages(database, session) : [];
  const lost = tables.has('event') ? removedParts(database, session) : new Map<string, DocumentPart[]>();
  const rows = database.iterate('SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id', session);
  for (const row of rows) {
    while (removed[0] && removed[0].created <= Number(row['time_created'])) yield* removed.shift()?.records ?? [];
    yield* messageParts(database, row, lost.get(String(row['id'])) ?? []);
  }
  for (const { records } of removed) yield* records;
  const orphans =
    'SELECT * FROM part WHERE session_id = ? AND message_id NOT IN (SELECT id FROM message WHERE session_id = ?) ORDER BY id';
  for (const row of database.iterate(orphans, session, session)) yield partRecord(row);
}

function* messageParts(database: StoreDatabase, row: SqlRow, lost: DocumentPart[]): Iterable<DocumentPart> {
  const info = parsed(row['data']);
  const pointer = `message/${row['id']}`;
  if (isObject(info)) Object.assign(info, { id: row['id'], sessionID: row['session_id'] });
  yield part({ kind: 'message', value: isObject(info) ? info : (row as Json) }, pointer);
  const parts = database.all('SELECT * FROM part WHERE message_id = ? ORDER BY id', row['id'] ?? null);
  for (const partRow of parts) yield partRecord(partRow);
  yield* lost;
  if (isObject(info) && info['error']) yield part({ kind: 'message-error', value: info }, `${pointer}/error`);
}

function partRecord(row: SqlRow): DocumentPart {
  const value = parsed(row['data']);
  if (isObject(value)) {
    Object.assign(value, { id: row['id'], sessionID: row['session_id'], messageID: row['message_id'] });
  }
  return part(
    { kind: 'part', value: isObject(value) ? value : (row as Json), created: row['time_created'] },
    `part/${row['id']}`,
  );
}

export function* todoRecord(database: StoreDatabase, session: string): Iterable<DocumentPart> {
  const todos = database.all('SELECT * FROM todo WHERE session_id = ? ORDER BY position', session);
  if (todos.length > 0) yield part({ kind: 'todos', value: { session, todos } }, `todo/${session}`);
}

/** Tables of the next generation, empty in every database seen: their rows are kept as they are. */
export function* untouchedRows(database: StoreDatabase, tables: Set<string>, session: string): Iterable<DocumentPart> {
  for (const table of ['session_message', 'session_input']) {
    if (!tables.has(table)) continue;
    for (const row of database.iterate(`SELECT * FROM ${table} WHERE session_id = ? ORDER BY rowid`, session)) {
      yield part({ kind: 'row', value: row as Json }, `${table}/${row['id']}`);
    }
  }
}

function withoutNull(object: Json): Json | undefined {
  const entries = Object.entries(object).filter(([, value]) => value !== null && value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
