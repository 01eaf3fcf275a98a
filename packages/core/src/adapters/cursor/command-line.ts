/**
 * The command line's `store.db`, one for each session: `meta` holds what is known of it, in hex, `blobs` its messages as JSON and,
 * as protocol buffers, the nodes that put them in order. The newest root is walked; what it does not lead to was left behind.
 */
import type { StoreDatabase } from '../../host.ts';
import { beginConversation, type ConversationState, conversationOf } from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { DocumentPart, Head, NativeRecord, Output, StoreChanges, StoreDialect } from '../contract.ts';
import { readMessage } from './message.ts';
import { jsonOf } from './native.ts';
import { blobIds, isHash } from './nodes.ts';

interface State extends ConversationState {
  model?: string;
}

export const commandLine: StoreDialect<State> = {
  id: 'command-line',
  kind: 'store',
  live: false,
  detect,
  begin: beginConversation,
  sessions,
  records,
  read,
};

function detect({ tables }: Head): number {
  const [meta, blobs] = [tables?.['meta'], tables?.['blobs']];
  return meta?.includes('key') && meta.includes('value') && blobs?.includes('id') && blobs.includes('data') ? 0.9 : 0;
}

function metaOf(database: StoreDatabase): Json | undefined {
  const [row] = database.all("SELECT value FROM meta WHERE key = '0'");
  const value = row?.['value'];
  const meta = typeof value === 'string' && /^[0-9a-f]+$/i.test(value) ? jsonOf(bytesOf(value)) : jsonOf(value);
  return isObject(meta) && stringOf(meta['agentId']) !== undefined ? meta : undefined;
}

function bytesOf(hex: string): Uint8Array {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** A store is one session; each step gives it another root. */
function sessions(database: StoreDatabase, cursor?: string): StoreChanges {
  const meta = metaOf(database);
  const [count] = database.all('SELECT count(*) AS blobs FROM blobs');
  const next = `${stringOf(meta?.['latestRootBlobId']) ?? ''}/${count?.['blobs'] ?? 0}`;
  return { changed: meta && next !== cursor ? [String(meta['agentId'])] : [], cursor: next };
}

function* records(database: StoreDatabase, nativeId: string): Iterable<DocumentPart> {
  const meta = metaOf(database);
  if (meta?.['agentId'] !== nativeId) return;
  yield { value: { meta }, pointer: 'meta/0' };
  const root = stringOf(meta['latestRootBlobId']);
  if (root !== undefined) yield* walk(database, root, new Set(), 0);
}

/** Deeper than any tree that was described. */
const DEEPEST = 16;

function* walk(database: StoreDatabase, id: string, seen: Set<string>, depth: number): Iterable<DocumentPart> {
  if (depth > DEEPEST || seen.has(id)) return;
  seen.add(id);
  const [row] = database.all('SELECT data FROM blobs WHERE id = ?', id);
  const data = row?.['data'];
  if (data === undefined || data === null) return;
  const message = jsonOf(data);
  if (isObject(message)) yield { value: { message }, pointer: `blobs/${id}` };
  else if (data instanceof Uint8Array) {
    // Of a root, the first field has the messages; the nodes below it have nothing else.
    for (const child of blobIds(data, depth === 0 ? 1 : undefined)) yield* walk(database, child, seen, depth + 1);
  }
}

function read(state: State, record: NativeRecord, out: Output): void {
  const { meta, message } = record.value;
  if (isObject(meta)) readMeta(state, meta, record, out);
  else if (isObject(message)) readBlob(state, message, record, out);
}

const META: ReadonlySet<string> = new Set(['agentId', 'name', 'createdAt', 'latestRootBlobId']);

function readMeta(state: State, meta: Json, record: NativeRecord, out: Output): void {
  const id = wordOf(meta['agentId']);
  const title = stringOf(meta['name']);
  const startedAt = readTime(meta['createdAt']);
  const model = wordOf(meta['lastUsedModel']);
  if (model && model !== 'default') state.model = model;
  out.session({
    ...(id ? { nativeId: id } : {}),
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(startedAt ? { startedAt } : {}),
  });
  const frame = conversationOf({}, state, record, out, { type: 'meta', base: 'meta', time: startedAt });
  addEvent(frame, {
    type: 'session',
    phase: 'started',
    session: restOf(meta, META) ?? {},
    ...(state.model ? { model: state.model } : {}),
  });
}

const MESSAGE: ReadonlySet<string> = new Set(['role', 'content', 'id', 'providerOptions']);

/** The same words said twice are one blob, told once: ids are hashes of what they name. */
function readBlob(state: State, message: Json, record: NativeRecord, out: Output): void {
  const options = objectOf(objectOf(message['providerOptions'])['cursor']);
  const model = wordOf(options['modelName']) ?? state.model;
  const rest = restOf(message, MESSAGE);
  const extra = { ...rest, ...(message['providerOptions'] ? { providerOptions: message['providerOptions'] } : {}) };
  const type = stringOf(message['role']) ?? 'message';
  const frame = conversationOf({}, state, record, out, { type, base: refOf(record) });
  readMessage(frame, {
    role: message['role'],
    content: message['content'],
    beside: {
      ...(model && type === 'assistant' ? { model } : {}),
      ...(Object.keys(extra).length > 0 ? { extra } : {}),
    },
  });
}

/** A blob's hash names it wherever it stands. */
function refOf(record: NativeRecord): string {
  const name = record.ref.split('/').at(-1) ?? '';
  return isHash(name) ? name.slice(0, 24) : record.ref;
}
