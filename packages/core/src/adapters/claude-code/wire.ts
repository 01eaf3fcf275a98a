/**
 * A recording of two-way mode in both directions, each message as `{t, dir, msg}`; `dir` is `in` (to the agent),
 * `out` or `exit`.
 */
import type { NativeRecord, Output } from '../contract.ts';
import { wordsOf } from './content.ts';
import { lineOf, note } from './line.ts';
import { leftovers, object, type Raw } from './native.ts';
import { eventKey } from './state.ts';
import { readMessage } from './stream.ts';
import type { StreamState } from './stream-state.ts';

const KNOWN: ReadonlySet<string> = new Set(['type']);

export function readWire(state: StreamState, record: NativeRecord, out: Output): void {
  const wire = object(record.value);
  const message = object(wire?.['msg']);
  if (!wire || !message) return;
  if (wire['dir'] === 'exit') readExit(state, record, message, out);
  else if (wire['dir'] === 'in' && message['type'] === 'user') readSent(state, record, message, out);
  else {
    if (wire['dir'] === 'out') matchSent(state, message, out);
    readMessage(state, record, message, out);
  }
}

function readExit(state: StreamState, record: NativeRecord, message: Raw, out: Output): void {
  const failed = typeof message['code'] === 'number' && message['code'] !== 0;
  out.session({ state: failed ? 'failed' : 'ended' });
  const line = lineOf(state, record, message, out, 'exit', undefined);
  note(line, 'session', { phase: 'ended', session: leftovers(message, KNOWN) });
}

/**
 * A prompt on its way to the agent, which repeats it with the id that the log has. The one that was sent is only
 * the user's words when no repetition comes.
 */
function readSent(state: StreamState, record: NativeRecord, message: Raw, out: Output): void {
  const line = lineOf(state, record, message, out, 'user', undefined);
  const words = wordsOf(object(message['message'])?.['content']);
  note(line, 'meta', { text: words, status: { label: 'sent' }, extra: leftovers(message, KNOWN) });
  if (state.sent.length >= 16) state.sent.shift();
  state.sent.push(eventKey(line.id));
}

function matchSent(state: StreamState, message: Raw, out: Output): void {
  if (state.sent.length === 0) return;
  if (message['type'] === 'user' && message['isReplay'] === true) state.sent.shift();
  else if (message['type'] === 'assistant') {
    for (const id of state.sent.splice(0)) out.patch(id, { type: 'user_message', role: 'user' });
  }
}
