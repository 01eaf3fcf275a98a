/**
 * The events of `opencode serve` (`/event`, `/global/event`): whole messages and parts as they change, deltas between
 * them, permissions, questions, status. Several sessions interleave; what belongs to none is kept with the first.
 */
import type { Head, LogDialect, NativeRecord, Output } from '../../adapters/contract.ts';
import { recall } from '../../reading/recent.ts';
import { wired } from '../../reading/wire/wired.ts';
import { readPermission, readQuestion } from './event-requests.ts';
import { isBookkeeping, readSessionError, readStatus } from './event-status.ts';
import { isObject, type Json, objectOf, stringOf } from './native.ts';
import { isMessage, readMessage, readMessageError } from './read-message.ts';
import { readPart } from './read-part.ts';
import { readSession, readTodos } from './read-session.ts';
import type { ServerEvent } from './server-event.ts';
import { beginReading, type ReadingState } from './state.ts';
import type { ToolKinds } from './tools.ts';

export function eventStreamOf(tools: ToolKinds): LogDialect<ReadingState> {
  return wired({
    id: 'event-stream',
    kind: 'log',
    prefix: 'data: ',
    live: true,
    detect: detectEvents,
    begin: () => beginReading(true),
    read: (state, record, out) => readServerEvent(state, record, out, tools),
    expect: (state, session) => {
      state.main ??= session;
    },
  });
}

export function detectEvents({ records }: Head): number {
  const isOwn = (record: Json) => {
    const event = isObject(record['payload']) ? record['payload'] : record;
    const type = stringOf(event['type']) ?? '';
    return isObject(event['properties']) && /^(server|session|message|permission|question)\./.test(type);
  };
  return records.some(isOwn) ? 0.9 : 0;
}

export function readServerEvent(state: ReadingState, record: NativeRecord, out: Output, tools: ToolKinds): void {
  const value = isObject(record.value['payload']) ? record.value['payload'] : record.value;
  const type = stringOf(value['type']);
  const properties = objectOf(value['properties'] ?? value['data']);
  if (!type) return;
  if (type === 'sync') {
    readSync(state, value, record, out);
    return;
  }
  const event = { type, id: stringOf(value['id']) ?? record.ref, properties, record, tools };
  const reader = readers.get(type);
  const to = outputFor(state, properties, out);
  if (reader) reader(state, event, to);
  else if (isBookkeeping(type)) to.add(meta(event));
}

/** The same once more, for copies of the store elsewhere: what it is about comes as an event of its own. */
function readSync(state: ReadingState, value: Json, record: NativeRecord, out: Output): void {
  const { type, seq, aggregateID } = objectOf(value['syncEvent']);
  const detail = stringOf(type)?.slice(0, LONGEST_TYPE);
  const to = outputFor(state, typeof aggregateID === 'string' ? { sessionID: aggregateID } : {}, out);
  const status = { label: 'sync', ...(detail ? { detail } : {}) };
  to.add({ id: record.ref, type: 'meta', status, extra: { seq }, native: record.native('sync') });
}

const LONGEST_TYPE = 80;

/** The first session of the stream is the input's own. */
function outputFor(state: ReadingState, properties: Json, out: Output): Output {
  const inner = objectOf(properties['info'] ?? properties['part']);
  const session = stringOf(properties['sessionID']) ?? stringOf(inner['sessionID']) ?? ownId(inner);
  if (!session) return out;
  knowMain(state, session, out);
  return session === state.main ? out : out.in(session);
}

export function knowMain(state: ReadingState, session: string, out: Output): void {
  if (state.main) return;
  state.main = session;
  out.session({ nativeId: session });
}

function ownId(info: Json): string | undefined {
  const id = stringOf(info['id']);
  return id?.startsWith('ses_') ? id : undefined;
}

type Reader = (state: ReadingState, event: ServerEvent, out: Output) => void;

const readers = new Map<string, Reader>(
  Object.entries<Reader>({
    'session.created': readInfo,
    'session.updated': readInfo,
    'session.deleted': (_state, event, out) => {
      out.add({ ...meta(event), type: 'session', phase: 'deleted', session: event.properties });
    },
    'session.status': readStatus,
    'session.idle': readStatus,
    'session.compacted': readStatus,
    'session.turn.open': readStatus,
    'session.turn.close': readStatus,
    'session.drain.interrupted': readStatus,
    'session.error': readSessionError,
    'session.diff': (_state, event, out) => {
      out.add(meta(event));
    },
    'message.updated': readMessageEvent,
    'message.removed': readRemoved,
    'message.part.updated': readPartEvent,
    'message.part.delta': readDelta,
    'message.part.removed': readRemoved,
    'permission.asked': readPermission,
    'permission.replied': readPermission,
    'question.asked': readQuestion,
    'question.replied': readQuestion,
    'question.rejected': readQuestion,
    'todo.updated': (state, event, out) => {
      readTodos(state, event.properties['todos'], event.id, event.record, out);
    },
  }),
);

function meta({ id, type, properties, record }: ServerEvent) {
  return { id, type: 'meta', native: record.native(type, id), extra: properties };
}

/** A stream's session changes under way: its event keeps the last state. */
function readInfo(state: ReadingState, event: ServerEvent, out: Output): void {
  const { info } = event.properties;
  if (isObject(info)) readSession(state, info, event.record, out);
}

function readMessageEvent(state: ReadingState, event: ServerEvent, out: Output): void {
  const { info } = event.properties;
  if (!isMessage(info)) return;
  readMessage(state, info, event.record, out);
  if (info['error']) readMessageError(state, info, event.record, out);
}

function readPartEvent(state: ReadingState, event: ServerEvent, out: Output): void {
  const { part, time, delta } = event.properties;
  if (!isObject(part)) return;
  // Older servers send the delta with the whole part, which holds it already.
  if (typeof delta === 'string' && out.append(String(part['id']), '')) return;
  readPart(state, part, event.record, out, { tools: event.tools, time });
}

function readDelta(_state: ReadingState, event: ServerEvent, out: Output): void {
  const { partID, field, delta } = event.properties;
  if (typeof delta !== 'string' || typeof partID !== 'string') return;
  if (field === 'text' && out.append(partID, delta)) return;
  out.add(meta(event));
}

/** What the agent removed stays, marked. */
function readRemoved(state: ReadingState, event: ServerEvent, out: Output): void {
  const { messageID, partID } = event.properties;
  const message = typeof messageID === 'string' ? recall(state.messages, messageID) : undefined;
  const events = typeof partID === 'string' ? [partID, `${partID}.1`] : [String(messageID), ...(message?.events ?? [])];
  for (const id of events) out.patch(id, { withdrawn: true });
  out.add(meta(event));
}
