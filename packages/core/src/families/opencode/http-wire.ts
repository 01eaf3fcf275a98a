/**
 * A recorded wire of `opencode serve`: requests and answers over HTTP beside the events of the server's stream. The
 * events tell what happened; a request is noted with its answer, and the messages that a client asks for after its
 * stream broke are read as the events would have been.
 */
import type { Head, LogDialect, NativeRecord, Output } from '../../adapters/contract.ts';
import { type Recent, recall, remember } from '../../reading/recent.ts';
import { wired } from '../../reading/wire/wired.ts';
import { readPermission, readQuestion } from './event-requests.ts';
import { detectEvents, knowMain, readServerEvent } from './event-stream.ts';
import { isObject, type Json, objectOf, stringOf } from './native.ts';
import { isMessage, readMessage } from './read-message.ts';
import { readPart } from './read-part.ts';
import { beginReading, type ReadingState } from './state.ts';
import type { ToolKinds } from './tools.ts';

export interface HttpState extends ReadingState {
  /** Requests that wait for their answer, by number. */
  requests?: Recent<{ event: string; session?: string; lists?: Listing; opens?: true }>;
}

/** What a client reads again after its stream broke. */
type Listing = 'messages' | 'permissions' | 'questions';

const LISTINGS: readonly (readonly [RegExp, Listing])[] = [
  [/\/message$/, 'messages'],
  [/^\/permission$/, 'permissions'],
  [/^\/question$/, 'questions'],
];

const MOST_REQUESTS = 32;
const LONGEST_PATH = 400;

export function httpWireOf(tools: ToolKinds, isGuessed: boolean): LogDialect<HttpState> {
  return wired<HttpState>({
    id: 'http',
    kind: 'log',
    live: true,
    detect: (head) => (isGuessed && head.wire && hasRequests(head) ? 0.95 : 0),
    begin: () => beginReading(true),
    read: (state, record, out) => read(state, record, out, tools),
    expect: (state, session) => {
      state.main ??= session;
    },
  });
}

const hasRequests = (head: Head): boolean => head.records.some(isRequest) && detectEvents(head) > 0;

const isRequest = ({ request, method, path }: Json): boolean =>
  typeof request === 'number' && typeof method === 'string' && typeof path === 'string';

function read(state: HttpState, record: NativeRecord, out: Output, tools: ToolKinds): void {
  const value: Json = record.value;
  if (isRequest(value)) readRequest(state, value, record, out);
  else if (typeof value['response'] === 'number') readResponse(state, value, record, out, tools);
  else if (typeof value['stream'] === 'string') readStream(value['stream'], record, out);
  else readServerEvent(state, record, out, tools);
}

/** Whether the events can be heard: what the recorder says of its own connection. */
function readStream(told: string, record: NativeRecord, out: Output): void {
  const status = { label: 'stream', detail: told.slice(0, 20) };
  out.add({ id: record.ref, type: 'meta', status, native: record.native('stream') });
}

function readRequest(state: HttpState, value: Json, record: NativeRecord, out: Output): void {
  const path = String(value['path']).slice(0, LONGEST_PATH);
  const session = /^\/session\/(ses_[A-Za-z0-9]{1,80})(?:\/|$)/.exec(path)?.[1];
  const status = { label: 'request', detail: `${String(value['method']).slice(0, 20)} ${path}` };
  const extra = value['body'] === undefined ? {} : { extra: { body: value['body'] } };
  const to = outputOf(state, session, out);
  const event = to.add({ id: record.ref, type: 'meta', status, ...extra, native: record.native('request') });
  const lists = value['method'] === 'GET' ? LISTINGS.find(([pattern]) => pattern.test(path))?.[1] : undefined;
  state.requests ??= [];
  const opens = value['method'] === 'POST' && path === '/session';
  const asked = {
    event,
    ...(session ? { session } : {}),
    ...(lists ? { lists } : {}),
    ...(opens ? { opens: true as const } : {}),
  };
  remember(state.requests, String(value['request']), asked, MOST_REQUESTS);
}

function outputOf(state: HttpState, session: string | undefined, out: Output): Output {
  if (session === undefined) return out;
  knowMain(state, session, out);
  return session === state.main ? out : out.in(session);
}

function readResponse(state: HttpState, value: Json, record: NativeRecord, out: Output, tools: ToolKinds): void {
  const asked = recall(state.requests ?? [], String(value['response']));
  const to = outputOf(state, asked?.session, out);
  const native = record.native('response');
  const { body } = value;
  // Before anything else names the session: what is noted of it must not be apart from what it says.
  const opened = asked?.opens ? stringOf(objectOf(body)['id']) : undefined;
  if (opened?.startsWith('ses_')) knowMain(state, opened, out);
  // Messages and whole lists are events already, or become some below.
  const shown = Array.isArray(body) || body === undefined ? {} : { body };
  const extra = { response: { status: value['status'], ...shown } };
  if (!asked || !to.patch(asked.event, { extra, native, completedAt: record.at }))
    to.add({ id: record.ref, type: 'meta', status: { label: 'response' }, extra, native });
  if (!Array.isArray(body)) return;
  if (asked?.lists === 'messages') for (const item of body) readListed(state, item, record, to, tools);
  else if (asked?.lists) for (const item of body) readWaiting(state, item, record, out, asked.lists);
}

/** What was asked while nobody could hear it; what is known already is left as it is. */
function readWaiting(state: HttpState, item: unknown, record: NativeRecord, out: Output, lists: Listing): void {
  const properties = objectOf(item);
  const id = stringOf(properties['id']);
  const to = outputOf(state, stringOf(properties['sessionID']), out);
  if (id === undefined || to.patch(id, {})) return;
  const type = lists === 'permissions' ? 'permission.asked' : 'question.asked';
  const event = { type, id, properties, record };
  if (lists === 'permissions') readPermission(state, event, to);
  else readQuestion(state, event, to);
}

/** `{info, parts}`: what the stream has shown already is only brought up to date. */
function readListed(state: HttpState, item: unknown, record: NativeRecord, out: Output, tools: ToolKinds): void {
  const { info, parts } = objectOf(item);
  if (!isMessage(info)) return;
  readMessage(state, info, record, out);
  for (const part of Array.isArray(parts) ? parts : [])
    if (isObject(part) && stringOf(part['id'])) readPart(state, part, record, out, { tools, time: undefined });
}
