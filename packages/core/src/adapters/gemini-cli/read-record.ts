/** One record of a conversation: its header, a message, a patch (`$set`) or a rewind. */
import { recall } from '../../reading/recent.ts';
import type { NativeRecord, Output } from '../contract.ts';
import { isObject, type Json, listOf, partsOf, restOf, stringOf, timeOf } from './native.ts';
import { readMessage } from './read-message.ts';
import { readFunctionCall } from './read-tool.ts';
import { forgetMessage, type ReadingState } from './state.ts';

export function readRecord(state: ReadingState, record: NativeRecord, out: Output): void {
  const { value } = record;
  if (isObject(value['$set'])) readPatch(state, value['$set'], record, out);
  else if (typeof value['$rewindTo'] === 'string') readRewind(state, value['$rewindTo'], record, out);
  else if (typeof value['sessionId'] === 'string' && value['type'] === undefined) readHeader(state, value, record, out);
  else if (typeof value['type'] === 'string') {
    readMessage(state, value, record, out);
    state.fresh = false;
  }
}

function readHeader(state: ReadingState, header: Json, record: NativeRecord, out: Output): void {
  const sessionId = stringOf(header['sessionId']) ?? record.ref;
  const startedAt = timeOf(header['startTime']);
  learn(header, out);
  if (!state.begun) out.session({ nativeId: sessionId, startedAt });
  if (header['kind'] === 'subagent') out.session({ agent: { id: sessionId, nativeId: sessionId } });
  state.last = out.add({
    id: state.begun ? record.ref : sessionId,
    type: 'session',
    phase: state.begun ? 'resumed' : 'started',
    timestamp: startedAt,
    session: header,
    native: record.native('header', sessionId),
  });
  state.begun = true;
  state.fresh = true;
  for (const message of listOf(header['messages'])) if (isObject(message)) readMessage(state, message, record, out);
}

/** What header and patches say about the session itself. */
function learn(facts: Json, out: Output): void {
  const summary = stringOf(facts['summary']);
  const cwd = stringOf(listOf(facts['directories'])[0]);
  if (summary) out.session({ title: { text: summary, rank: 1 } });
  if (cwd) out.session({ environment: { cwd } });
}

const quietFields = new Set(['lastUpdated']);
const patchFields = new Set(['messages', 'lastUpdated']);

function readPatch(state: ReadingState, patch: Json, record: NativeRecord, out: Output): void {
  learn(patch, out);
  // The time of the last change, written after every message: it belongs to what was written before.
  if (!restOf(patch, quietFields) && state.last && out.patch(state.last, { native: record.native('$set') })) return;
  const messages = patch['messages'];
  const detail = Array.isArray(messages) ? 'the model’s history was replaced' : undefined;
  out.add({
    id: record.ref,
    type: 'status',
    status: { label: '$set', ...(detail ? { detail } : {}) },
    timestamp: timeOf(patch['lastUpdated']),
    native: record.native('$set'),
    extra: restOf(patch, patchFields),
  });
  if (Array.isArray(messages)) replaceHistory(state, messages.filter(isObject), record, out);
  state.last = record.ref;
}

/**
 * The list is what the model is sent from now on, not what happened: at the start, after an interrupt, after a
 * compression. Messages that are not in it stay, hidden; messages that are in it are told again in the model's form.
 */
function replaceHistory(state: ReadingState, messages: readonly Json[], record: NativeRecord, out: Output): void {
  const kept = new Set<unknown>();
  for (const message of messages) {
    const id = stringOf(message['id']);
    kept.add(id);
    for (const part of partsOf(message['content'])) {
      if (isObject(part['functionCall'])) kept.add(part['functionCall']['id']);
    }
  }
  if (!state.fresh) hideOthers(state, kept, record, out);
  for (const message of messages) {
    const id = stringOf(message['id']);
    if (id === undefined || !recall(state.messages, id)) readMessage(state, message, record, out);
    else readCallsAgain(state, message, id, record, out);
  }
}

function hideOthers(state: ReadingState, kept: ReadonlySet<unknown>, record: NativeRecord, out: Output): void {
  const hidden = { by: record.ref, reason: 'not in the model’s history' };
  for (const { k: message, v: events } of [...state.messages]) {
    if (kept.has(message)) continue;
    for (const event of events) {
      const call = event.endsWith('.1') ? event.slice(0, -2) : event;
      if (!kept.has(call)) out.patch(event, { hidden });
    }
    forgetMessage(state, message);
  }
}

function readCallsAgain(state: ReadingState, message: Json, id: string, record: NativeRecord, out: Output): void {
  const place = { state, message: id, time: timeOf(message['timestamp']), record, out };
  for (const part of partsOf(message['content'])) {
    if (isObject(part['functionCall'])) readFunctionCall(place, part['functionCall']);
  }
}

/** The user went back: that message and all after it are gone; an unknown one takes everything with it. */
function readRewind(state: ReadingState, to: string, record: NativeRecord, out: Output): void {
  const from = Math.max(
    0,
    state.messages.findIndex(({ k }) => k === to),
  );
  for (const { k: message, v: events } of state.messages.slice(from)) {
    for (const event of events) out.patch(event, { withdrawn: true });
    forgetMessage(state, message);
  }
  const status = { label: 'rewind', detail: to };
  state.last = out.add({ id: record.ref, type: 'status', status, native: record.native('$rewindTo') });
}
