/**
 * Two-way mode, as a program that drives the agent records it. What the program says stands beside what the agent
 * says, and the agent repeats a prompt once it takes it up.
 */

import type { NativeRecord, Output } from '../../adapters/contract.ts';
import { recall } from '../../reading/keyed-list.ts';
import { readTime } from '../../reading/time.ts';
import { wordsOf } from './content.ts';
import { beginTurn } from './lifecycle.ts';
import { type Line, lineOf, note } from './line.ts';
import { leftovers, object, type Raw, word } from './native.ts';
import { eventKey, keyOf } from './state.ts';
import { readMessage, sinkOf } from './stream.ts';
import type { StreamState } from './stream-state.ts';
import { readUser } from './user.ts';

const KNOWN: ReadonlySet<string> = new Set(['type']);
const MOST_SENT = 16;

export function readWire(state: StreamState, record: NativeRecord, out: Output): void {
  const message = object(record.value);
  if (!message) return;
  const type = message['type'];
  if (type === 'user' && record.direction === 'in') readSent(state, record, message, out);
  else if (type === 'user' && message['isReplay'] === true && repeatsSent(state, record, message, out)) return;
  else {
    if (type === 'assistant' && record.direction === 'out') takeUnrepeated(state, out);
    readMessage(state, record, message, out);
  }
}

function readSent(state: StreamState, record: NativeRecord, message: Raw, out: Output): void {
  const sink = sinkOf(state, message, out);
  const uuid = word(message['uuid']);
  if (uuid !== undefined && eventKey(uuid) !== '') beginTurn(state, uuid);
  const line = lineOf(state, record, message, sink, 'user', undefined);
  if (uuid !== undefined) readUser(line);
  else noteUnnamed(line);
  if (state.sent.length >= MOST_SENT) state.sent.shift();
  state.sent.push({ k: keyOf(line.id), event: eventKey(line.id), ...(uuid === undefined ? { unnamed: true } : {}) });
}

/**
 * Without an id of the program's own the agent gives one, which the log has, too. What was sent is only the user's
 * words when no repetition comes.
 */
function noteUnnamed(line: Line): void {
  const words = wordsOf(object(line.value['message'])?.['content']);
  note(line, 'meta', { text: words, status: { label: 'sent' }, extra: leftovers(line.value, KNOWN) });
}

/** The repetition of a prompt that is an event already adds when the agent took it up. */
function repeatsSent(state: StreamState, record: NativeRecord, message: Raw, out: Output): boolean {
  const uuid = word(message['uuid']);
  const sent = uuid === undefined ? undefined : recall(state.sent, keyOf(uuid));
  if (!sent) {
    const first = state.sent.findIndex(({ unnamed }) => unnamed);
    if (first >= 0) state.sent.splice(first, 1);
    return false;
  }
  state.sent = state.sent.filter((other) => other !== sent);
  const timestamp = readTime(message['timestamp']);
  state.turn ??= sent.event;
  return sinkOf(state, message, out).patch(sent.event, {
    native: record.native('user', uuid),
    turn: state.turn,
    ...(timestamp ? { timestamp } : {}),
  });
}

/** The agent answers: what it was sent and did not repeat are the user's words. */
function takeUnrepeated(state: StreamState, out: Output): void {
  const unnamed = state.sent.filter((sent) => sent.unnamed);
  if (unnamed.length === 0) return;
  state.sent = state.sent.filter((sent) => !sent.unnamed);
  for (const { event } of unnamed) out.patch(event, { type: 'user_message', role: 'user' });
}
