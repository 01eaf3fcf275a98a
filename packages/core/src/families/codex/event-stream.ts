/**
 * The live protocol before 0.44, as `exec --json` and `proto` printed it: `{id, msg: {type, …}}`, one event a line.
 * The events are those of the log's `event_msg`, with deltas before the whole texts. No line has a time.
 */

import type { Head, LogDialect } from '../../adapters/contract.ts';
import { wired } from '../../reading/wire/wired.ts';
import { readEventMessage } from './event-messages.ts';
import { addPrompt } from './messages.ts';
import { type Fields, fields, idOf, text } from './native.ts';
import { readSettings } from './session-records.ts';
import { addModelEvent, draft, modelEvent, newThread, type Reading, type ThreadState } from './thread-state.ts';

export const eventStream: LogDialect<ThreadState> = wired({
  id: 'event-stream',
  kind: 'log',
  live: true,
  detect,
  begin: newThread,
  read(state, record, out) {
    const value = record.value as Fields;
    const r: Reading = { state, record, out, time: record.at };
    const message = fields(value['msg']);
    if (message) readEvent(r, message);
    else if (isPrompt(value)) addPrompt(r, { said: [value['prompt']], parts: [], stream: 'r', native: 'prompt' });
    else if (isSettings(value)) readSettings(r, { ...value, effort: value['reasoning effort'] }, 'config');
  },
});

/** Before the events: the settings, and the prompt. */
const isSettings = (value: Fields) => typeof value['model'] === 'string' && 'workdir' in value;
const isPrompt = (value: Fields) => typeof value['prompt'] === 'string' && Object.keys(value).length === 1;

const EVENTS =
  /^(session_configured|task_(started|complete)|agent_(message|reasoning)|exec_command_|token_count|error$)/;

function detect(head: Head): number {
  const records = head.records as readonly Fields[];
  const events = records.filter((record) => fields(record['msg']) && !('dir' in record));
  const known = events.filter((record) => EVENTS.test(text(fields(record['msg'])?.['type']) ?? ''));
  if (known.length === 0 || known.length * 2 < events.length) return 0;
  return records.every((record) => fields(record['msg']) || isSettings(record) || isPrompt(record)) ? 0.85 : 0;
}

function readEvent(r: Reading, message: Fields): void {
  const type = text(message['type']);
  switch (type) {
    case 'session_configured':
      configure(r, message);
      break;
    case 'agent_message_delta':
    case 'agent_reasoning_delta':
      appendDelta(r, message, type === 'agent_message_delta' ? 'assistant_message' : 'reasoning');
      break;
    case 'agent_message':
      if (!finish(r, 'assistant_message', message['message'], type)) readEventMessage(r, message, type);
      break;
    case 'agent_reasoning':
      if (!finish(r, 'reasoning', message['text'], type)) readEventMessage(r, message, type);
      break;
    default:
      readEventMessage(r, message, type ?? 'msg');
  }
}

function configure(r: Reading, message: Fields): void {
  const id = idOf(message['session_id']);
  const model = text(message['model']);
  if (model) r.state.model = model.slice(0, 120);
  if (id !== undefined && r.state.thread === undefined) {
    r.state.thread = id;
    r.out.session({ nativeId: id });
  }
  const event = draft(r, id ?? r.record.ref, 'session', 'session_configured', id);
  event.phase = 'started';
  event.extra = message;
  r.out.add(event);
}

/** One message and one reasoning grow at a time; deltas name none. */
function appendDelta(r: Reading, message: Fields, type: string): void {
  const { state } = r;
  state.growing ??= {};
  const native = String(message['type']);
  const id =
    state.growing[type] ?? addModelEvent(r, Object.assign(modelEvent(r, r.record.ref, type, native), { text: '' }));
  state.growing[type] = id;
  r.out.append(id, text(message['delta']) ?? '');
}

function finish(r: Reading, type: string, whole: unknown, native: string): boolean {
  const id = r.state.growing?.[type];
  if (id === undefined) return false;
  delete r.state.growing?.[type];
  return r.out.patch(id, { text: text(whole), native: r.record.native(native) });
}
