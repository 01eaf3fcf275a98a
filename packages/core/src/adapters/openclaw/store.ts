/**
 * The database of one of OpenClaw's agents. `transcript_events` holds Pi's entries, plain or in Zstandard; `session_windows` which
 * conversation they belong to. Other tables hold credentials, memories and indexes, and are not asked.
 */
import { readEntry } from '../../families/pi/entry.ts';
import { beginState, type ReaderState } from '../../families/pi/state.ts';
import type { SqlRow, StoreDatabase } from '../../host.ts';
import { decodeText } from '../../reading/decode-text.ts';
import { isObject, type Json, restOf, stringOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { DocumentPart, Head, NativeRecord, Output, StoreChanges, StoreDialect } from '../contract.ts';

export const store: StoreDialect<ReaderState> = {
  id: 'database',
  kind: 'store',
  live: false,
  detect,
  begin: beginState,
  sessions,
  records,
  read,
};

function detect({ tables }: Head): number {
  const events = tables?.['transcript_events'];
  return events?.includes('event_json') && tables?.['session_windows']?.includes('session_key') ? 1 : 0;
}

/** Rows are only added; a session that is rewritten changes its window. */
function sessions(database: StoreDatabase, cursor?: string): StoreChanges {
  const since = cursor === undefined ? -1 : Number(cursor);
  const changed = database.all(
    'SELECT session_id AS id FROM session_windows WHERE coalesce(updated_at, 0) >= ? ORDER BY created_at, session_id',
    since,
  );
  const [last] = database.all('SELECT max(updated_at) AS last FROM session_windows');
  return { changed: changed.map(({ id }) => String(id)), cursor: String(last?.['last'] ?? 0) };
}

const WINDOW = [
  'session_id',
  'session_key',
  'previous_session_id',
  'reason',
  'created_at',
  'updated_at',
  'status',
  'channel',
  'model_provider',
  'model',
  'parent_session_key',
  'display_name',
];

function* records(database: StoreDatabase, nativeId: string): Iterable<DocumentPart> {
  for (const row of database.all(`SELECT ${WINDOW.join(', ')} FROM session_windows WHERE session_id = ?`, nativeId)) {
    yield { value: { window: row }, pointer: `session_windows/${nativeId}` };
  }
  const query = 'SELECT seq, event_json, event_zstd FROM transcript_events WHERE session_id = ? ORDER BY seq';
  for (const row of database.iterate(query, nativeId)) {
    yield { value: entryOf(database, row), pointer: `transcript_events/${nativeId}/${row['seq']}` };
  }
}

function entryOf(database: StoreDatabase, { event_json: plain, event_zstd: packed }: SqlRow): unknown {
  const bytes = packed instanceof Uint8Array ? database.unzstd?.(packed) : undefined;
  const text = typeof plain === 'string' ? plain : bytes && decodeText(bytes, 0, bytes.length);
  try {
    return text === undefined ? { unreadable: 'zstd' } : JSON.parse(text);
  } catch {
    return text;
  }
}

function read(state: ReaderState, record: NativeRecord, out: Output): void {
  const { value } = record;
  if (isObject(value['window'])) readWindow(value['window'], record, out);
  else readEntry(state, record, out);
}

const STATES: Readonly<Record<string, string>> = {
  done: 'ended',
  failed: 'failed',
  killed: 'interrupted',
  timeout: 'failed',
};

/** What the program knows of the conversation. The entries have a header of their own. */
function readWindow(row: Json, record: NativeRecord, out: Output): void {
  const id = stringOf(row['session_id']);
  const title = stringOf(row['display_name']);
  const before = stringOf(row['previous_session_id']);
  const status = stringOf(row['status']) ?? '';
  const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined;
  out.session({
    nativeId: id,
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(before ? { lineage: { kind: row['reason'] === 'fork' ? 'fork' : 'continuation', of: before } } : {}),
    ...(state ? { state } : {}),
  });
  out.add({
    id: `${id ?? record.ref}.window`,
    type: 'meta',
    timestamp: readTime(row['created_at']),
    status: { label: 'session window' },
    native: record.native('session_windows', id),
    extra: restOf(row, new Set(['session_id'])),
  });
}
