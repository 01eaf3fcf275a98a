/**
 * `cline --json`: what the agent says and does (`agent_event`), its life (`hook_event`), and the end (`run_result`).
 * Neither the prompt nor the session's id is in it; `taskId` names the run. The model is told at the end only.
 */
import { wired } from '../../reading/wire/wired.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { isObject, type Json, objectOf, restOf, stringOf, timeOf, wordOf } from './native.ts';
import { CONTENT, readContent } from './stream-content.ts';
import { beginStream, type StreamState } from './stream-state.ts';
import { usageOf } from './usage.ts';

export type StreamFrame = Frame<StreamState>;

export const stream: LogDialect<StreamState> = wired({
  id: 'json-stream',
  kind: 'log',
  live: true,
  ownIds: 'texts',
  detect: ({ records }: Head) => (records.some(isOwn) ? 0.95 : 0),
  begin: beginStream,
  read,
});

function isOwn({ ts, type, event, hookEventName, taskId }: Json): boolean {
  if (typeof ts !== 'string') return false;
  if (type === 'hook_event') return typeof hookEventName === 'string' && typeof taskId === 'string';
  return type === 'agent_event' && isObject(event) && typeof event['type'] === 'string';
}

function read(state: StreamState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const event = value['type'] === 'agent_event' ? objectOf(value['event']) : value;
  const type = typeof event['type'] === 'string' ? event['type'] : '';
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!reader) return;
  reader({ state, value: event, record, out, type, base: record.ref, time: timeOf(value['ts']), count: 0 });
}

const READERS: Record<string, (frame: StreamFrame) => void> = {
  hook_event: readHook,
  iteration_start: (frame) => readIteration(frame, 'started'),
  iteration_end: (frame) => readIteration(frame, 'ended'),
  ...Object.fromEntries(CONTENT.map((type) => [type, readContent])),
  usage: readUsage,
  notice: (frame) => addStatus(frame, 'notice', stringOf(frame.value['message'])),
  done: (frame) => addStatus(frame, 'done', stringOf(frame.value['reason'])),
  error: readError,
  run_result: readEnd,
};

const HOOK: ReadonlySet<string> = new Set(['type', 'ts']);

/** Hooks around calls say nothing that the events beside them do not; those of other agents are kept. */
function readHook(frame: StreamFrame): void {
  const { state, value, out, record } = frame;
  const name = wordOf(value['hookEventName']) ?? 'hook';
  const agent = wordOf(value['agentId']);
  const session = restOf(value, HOOK) ?? {};
  if (name === 'agent_start' && state.session === undefined) {
    state.session = wordOf(value['taskId']) ?? '';
    state.agent = agent;
    if (state.session) out.session({ nativeId: state.session });
    addEvent(frame, { type: 'session', phase: 'started', session });
    return;
  }
  const isOwnAgent = agent === state.agent && state.last !== undefined;
  if (isOwnAgent && out.patch(state.last as string, { native: record.native('hook_event') })) return;
  addEvent(frame, { type: 'meta', status: { label: name }, extra: session });
}

const ITERATION: ReadonlySet<string> = new Set(['type', 'iteration']);

/** One round of the model. */
function readIteration(frame: StreamFrame, phase: string): void {
  const { state, value } = frame;
  const iteration = value['iteration'];
  if (phase === 'started') {
    state.turn = `${state.session ?? ''}/${typeof iteration === 'number' ? iteration : '?'}`;
    state.open = {};
  }
  const draft: Draft = { type: 'turn', phase };
  const extra = restOf(value, ITERATION);
  if (extra) draft.extra = extra;
  addEvent(frame, draft);
  if (phase === 'ended') state.turn = undefined;
}

/** The numbers come after the words and before the calls. They stand on the words, if there are any. */
function readUsage(frame: StreamFrame): void {
  const { state, value, out, record } = frame;
  const usage = usageOf(value, { responseId: state.turn ?? frame.base });
  const said = state.open.text ?? state.open.reasoning;
  if (usage && said !== undefined && out.patch(said, { usage, native: record.native('usage') })) noteUsed(state, said);
  else noteUsed(state, addEvent(frame, { type: 'meta', role: 'assistant', ...(usage ? { usage } : {}) }));
}

const MAX_USED = 200;

function noteUsed(state: StreamState, event: string): void {
  if (state.used.length >= MAX_USED) state.used.shift();
  state.used.push(event);
}

const STATUS: ReadonlySet<string> = new Set(['type', 'message', 'reason', 'text']);

function addStatus(frame: StreamFrame, label: string, detail: string | undefined): void {
  const extra = restOf(frame.value, STATUS);
  const status = { label, ...(detail ? { detail } : {}) };
  addEvent(frame, { type: 'status', status, ...(extra ? { extra } : {}) });
}

const ERROR: ReadonlySet<string> = new Set(['type', 'ts', 'error', 'message', 'recoverable']);

/** Of the agent, with an `error`, or of the program, with a `message`. */
function readError(frame: StreamFrame): void {
  const { value } = frame;
  const details = objectOf(value['error']);
  const message = stringOf(details['message']) ?? stringOf(value['message']) ?? 'unknown error';
  const code = stringOf(details['name']);
  const extra = restOf(value, ERROR);
  addEvent(frame, {
    type: 'error',
    error: {
      message,
      ...(code ? { code } : {}),
      ...(value['recoverable'] === true ? { willRetry: true } : {}),
      ...(value['error'] === undefined ? {} : { details: value['error'] }),
    },
    ...(extra ? { extra } : {}),
  });
}

const END: ReadonlySet<string> = new Set(['type', 'ts', 'text', 'usage']);

/** The text repeats the last message. */
function readEnd(frame: StreamFrame): void {
  const { state, value, out, time } = frame;
  const reason = stringOf(value['finishReason']);
  const failed = reason === 'error';
  out.session({ state: failed ? 'failed' : reason === 'aborted' ? 'interrupted' : 'ended', endedAt: time });
  const told = objectOf(value['model']);
  const model = stringOf(told['id']);
  const provider = stringOf(told['provider']);
  const usage = usageOf(value['usage'], { scope: 'session' });
  if (model !== undefined) for (const event of state.used) out.patch(event, { model, provider });
  state.used = [];
  addEvent(frame, {
    type: 'session',
    phase: 'ended',
    session: restOf(value, END) ?? {},
    ...(model ? { model } : {}),
    ...(provider ? { provider } : {}),
    ...(usage ? { usage } : {}),
    ...(failed ? { error: { message: stringOf(value['text']) ?? 'the run failed' } } : {}),
  });
}
