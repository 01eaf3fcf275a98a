/**
 * `sessions.db`: `sessions`, `messages`, and since schema 15 a ledger of what each request took. Responses have their numbers in the
 * metadata of the message; the ledger repeats them and adds those of compactions.
 */
import type { StoreDatabase } from '../../host.ts';
import {
  addNote,
  argumentsOf,
  beginConversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { DocumentPart, Head, NativeRecord, Output, StoreChanges, StoreDialect } from '../contract.ts';
import { readMessage } from './message.ts';
import { usageOf } from './native.ts';

interface State extends ConversationState {
  model?: string;
  provider?: string;
}

export const store: StoreDialect<State> = {
  id: 'database',
  kind: 'store',
  live: false,
  detect,
  begin: beginConversation,
  sessions,
  records,
  read,
};

function detect({ tables }: Head): number {
  const [sessions, messages] = [tables?.['sessions'], tables?.['messages']];
  return sessions?.includes('working_dir') && messages?.includes('content_json') ? 1 : 0;
}

/** Messages are added and, when a conversation is cut, replaced: their highest number tells either. */
function sessions(database: StoreDatabase, cursor?: string): StoreChanges {
  const before = cursor === undefined ? undefined : objectOf(argumentsOf(cursor));
  const [now] = database.all('SELECT coalesce(max(id), 0) AS message, count(*) AS messages FROM messages');
  const [last] = database.all("SELECT coalesce(max(updated_at), '') AS updated FROM sessions");
  const next = { message: now?.['message'], messages: now?.['messages'], updated: last?.['updated'] };
  const isShorter = before !== undefined && Number(next.messages) < Number(before['messages']);
  const since = before === undefined || isShorter ? ['', 0] : [String(before['updated']), Number(before['message'])];
  const changed = database.all(
    'SELECT id FROM sessions WHERE updated_at >= ? OR id IN (SELECT session_id FROM messages WHERE id > ?) ORDER BY created_at, id',
    ...since,
  );
  return { changed: changed.map(({ id }) => String(id)), cursor: JSON.stringify(next) };
}

function* records(database: StoreDatabase, nativeId: string): Iterable<DocumentPart> {
  for (const row of database.all('SELECT * FROM sessions WHERE id = ?', nativeId)) {
    yield { value: { session: row }, pointer: `sessions/${nativeId}` };
  }
  for (const row of database.iterate('SELECT * FROM messages WHERE session_id = ? ORDER BY id', nativeId)) {
    yield { value: { message: row }, pointer: `messages/${row['id']}` };
  }
  const hasLedger = database.all("SELECT 1 FROM sqlite_master WHERE name = 'usage_ledger'").length > 0;
  if (!hasLedger) return;
  for (const row of database.iterate('SELECT * FROM usage_ledger WHERE session_id = ? ORDER BY id', nativeId)) {
    yield { value: { ledger: row }, pointer: `usage_ledger/${row['id']}` };
  }
}

function read(state: State, record: NativeRecord, out: Output): void {
  const { session, message, ledger } = record.value;
  if (isObject(session)) readSession(state, session, record, out);
  else if (isObject(message)) readRow(state, message, record, out);
  else if (isObject(ledger)) readLedger(state, ledger, record, out);
}

function readSession(state: State, row: Json, record: NativeRecord, out: Output): void {
  const id = wordOf(row['id']);
  const config = objectOf(argumentsOf(row['model_config_json']));
  state.model = wordOf(config['model_name']);
  state.provider = wordOf(row['provider_name']);
  const title = stringOf(row['name']) ?? stringOf(row['description']);
  const cwd = stringOf(row['working_dir']);
  const parent = wordOf(row['parent_session_id']);
  const time = readTime(row['created_at']);
  out.session({
    nativeId: id,
    startedAt: time,
    ...(title ? { title: { text: title, rank: row['user_set_name'] === 1 ? 2 : 1 } } : {}),
    ...(cwd ? { environment: { cwd } } : {}),
    ...(parent ? { parent, lineage: { kind: 'child', of: parent } } : {}),
  });
  const usage = usageOf(row, { scope: 'session' }, 'accumulated_');
  const frame = conversationOf({}, state, record, out, { type: 'session', id, time });
  const served = {
    ...(state.model ? { model: state.model } : {}),
    ...(state.provider ? { provider: state.provider } : {}),
  };
  const told = restOf(row, new Set(['id', 'extension_data']));
  addEvent(frame, { type: 'session', phase: 'started', session: told ?? {}, ...served });
  if (usage) addNote(frame, 'totals', undefined, { ...served, usage });
}

const ROW: ReadonlySet<string> = new Set([
  'id',
  'message_id',
  'session_id',
  'role',
  'content_json',
  'created_timestamp',
  'timestamp',
  'metadata_json',
]);
const METADATA: ReadonlySet<string> = new Set(['userVisible', 'agentVisible', 'inference', 'usage']);

function readRow(state: State, row: Json, record: NativeRecord, out: Output): void {
  const metadata = objectOf(argumentsOf(row['metadata_json']));
  const inference = objectOf(metadata['inference']);
  const time = readTime(row['created_timestamp']);
  const id = wordOf(row['message_id']);
  const base = `${row['session_id']}/${row['id']}`;
  const type = stringOf(row['role']) ?? 'message';
  const frame = conversationOf({}, state, record, out, { type, id, base, time });
  const model = wordOf(inference['requestedModel']) ?? state.model;
  const provider = wordOf(inference['provider']) ?? state.provider;
  const extra = { ...restOf(row, ROW), ...restOf(metadata, METADATA) };
  readMessage(frame, {
    role: row['role'],
    content: argumentsOf(row['content_json']),
    isHidden: metadata['userVisible'] === false,
    served: { ...(model ? { model } : {}), ...(provider ? { provider } : {}) },
    usage: usageOf(metadata['usage'], { responseId: frame.base }),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  });
}

function readLedger(state: State, row: Json, record: NativeRecord, out: Output): void {
  const base = `${row['session_id']}/usage/${row['id']}`;
  const frame = conversationOf({}, state, record, out, {
    type: 'usage_ledger',
    base,
    time: readTime(row['created_timestamp']),
  });
  const usage = row['is_compaction'] === 1 ? usageOf(row, { responseId: base }) : undefined;
  const model = wordOf(row['model']);
  addNote(frame, 'usage', restOf(row, new Set(['session_id'])), usage ? { usage, ...(model ? { model } : {}) } : {});
}
