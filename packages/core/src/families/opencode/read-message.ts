/**
 * A message's own record. A user's message begins a turn; an assistant's message is one model response and holds
 * its numbers. What was said is in the parts (read-part.ts).
 */
import type { NativeRecord, Output } from '../../adapters/contract.ts';
import { recall } from '../../reading/recent.ts';
import { readTime } from '../../reading/time.ts';
import type { EventError } from '../../transcript.ts';
import { isObject, type Json, numberOf, objectOf, restOf, stringOf } from './native.ts';
import { emit, type MessageState, type ReadingState, rememberMessage, type SessionState, sessionOf } from './state.ts';
import { usageOf } from './usage.ts';

const userFields = new Set(['id', 'sessionID', 'role', 'time']);
const assistantFields = new Set([
  'id',
  'sessionID',
  'role',
  'time',
  'parentID',
  'modelID',
  'providerID',
  'variant',
  'tokens',
  'error',
]);

/** It is remembered, and the state has to stay small. */
const MAX_NAME = 120;

export function readMessage(
  state: ReadingState,
  info: Json,
  record: NativeRecord,
  out: Output,
  removed?: boolean,
): void {
  const id = stringOf(info['id']) ?? record.ref;
  const known = state.live ? recall(state.messages, id) : undefined;
  const message: MessageState = { ...known, role: stringOf(info['role']) ?? 'unknown' };
  const session = sessionOf(state, info['sessionID']);
  if (removed || isReverted(session, id)) message.withdrawn = true;
  if (message.role === 'user') {
    // A message that is updated after its turn ended does not begin it again.
    if (!known) {
      session.turn = id;
      state.error = undefined;
    }
    readUser(state, id, info, message, record, out);
  } else readAssistant(state, id, info, message, record, out);
  rememberMessage(state, id, message);
}

function readUser(
  state: ReadingState,
  id: string,
  info: Json,
  message: MessageState,
  record: NativeRecord,
  out: Output,
): void {
  const model = objectOf(info['model']);
  message.turn = id;
  emit(
    state,
    out,
    {
      id,
      type: 'turn',
      phase: 'started',
      turn: id,
      timestamp: readTime(objectOf(info['time'])['created']),
      model: stringOf(model['modelID']),
      provider: stringOf(model['providerID']),
      variant: stringOf(model['variant']),
      native: record.native('message', id),
      extra: restOf(info, userFields),
    },
    message,
  );
}

function readAssistant(
  state: ReadingState,
  id: string,
  info: Json,
  message: MessageState,
  record: NativeRecord,
  out: Output,
): void {
  const time = objectOf(info['time']);
  const created = numberOf(time['created']);
  message.model = stringOf(info['modelID']);
  message.provider = stringOf(info['providerID'])?.slice(0, MAX_NAME);
  message.turn = stringOf(info['parentID']);
  if (info['summary'] === true) message.summary = true;
  message.counted = true;
  const { forkedAt } = sessionOf(state, info['sessionID']);
  if (forkedAt !== undefined && created !== undefined && created < forkedAt) message.inherited = true;
  const usage = usageOf(info['tokens'], id, message.inherited);
  emit(
    state,
    out,
    {
      id,
      type: 'meta',
      turn: message.turn,
      timestamp: readTime(created),
      startedAt: readTime(created),
      completedAt: readTime(time['completed']),
      model: message.model,
      provider: message.provider,
      variant: stringOf(info['variant']),
      usage,
      native: record.native('message', id),
      extra: restOf(info, assistantFields),
    },
    message,
  );
}

/** The error that ended a response, placed behind what the response had said until then. */
export function readMessageError(state: ReadingState, info: Json, record: NativeRecord, out: Output): void {
  const id = stringOf(info['id']) ?? record.ref;
  const error = errorOf(info['error']);
  const message = recall(state.messages, id);
  // A stream tells the session's error first, then repeats it on the message.
  if (state.error?.key === errorKey(error) && out.patch(state.error.event, { turn: message?.turn })) return;
  emit(
    state,
    out,
    {
      id: `${id}.error`,
      type: 'error',
      turn: message?.turn,
      timestamp: readTime(objectOf(info['time'])['completed']),
      error,
      native: record.native('message', id),
    },
    message,
  );
}

export function errorOf(value: unknown): EventError {
  if (typeof value === 'string') return { message: value };
  const error = objectOf(value);
  const data = objectOf(error['data']);
  const status = numberOf(data['statusCode']);
  return {
    message: stringOf(data['message']) ?? stringOf(error['message']) ?? stringOf(error['name']) ?? 'unknown error',
    code: stringOf(error['name']),
    ...(status !== undefined ? { status: Math.round(status) } : {}),
    ...(Object.keys(data).length > 1 ? { details: data } : {}),
  };
}

export const errorKey = (error: EventError) => `${error.code} ${error.message.slice(0, 200)}`;

/** Ids ascend, so whatever comes after the point of return was taken back with it. */
function isReverted({ revert }: SessionState, id: string): boolean {
  return revert !== undefined && (revert.part === undefined ? id >= revert.message : id > revert.message);
}

export function isRevertedPart({ revert }: SessionState, messageId: string, partId: string): boolean {
  return revert?.part !== undefined && messageId === revert.message && partId >= revert.part;
}

export const isMessage = (value: unknown): value is Json => isObject(value) && typeof value['role'] === 'string';
