/** The mock's lines in both directions. Every line becomes an event, or changes one. */
import { recall, remember } from '../../reading/recent.ts';
import { wired } from '../../reading/wire/wired.ts';
import type { EventDraft, Head, LogDialect } from '../contract.ts';
import { idOf, isObject, type LineType, listOf, textOf, typeOf } from './native.ts';
import { draft, type Reading } from './reading.ts';
import { askPermission, askQuestion, readAnswer, readWithdrawn } from './requests.ts';
import { initialState, LIMITS, type State } from './state.ts';

export const wire: LogDialect<State> = wired<State>({
  id: 'wire',
  kind: 'log',
  live: true,
  detect: ({ records }: Head) => (isObject(records[0]) && records[0]['hansardMock'] === 1 ? 1 : 0),
  begin: initialState,
  expect(state, session) {
    state.session = session;
  },
  read(state, record, out) {
    const line = isObject(record.value) ? record.value : undefined;
    const type = line && typeOf(line);
    if (line && type) READERS[type]({ state, record, line, type, out });
  },
});

type Reader = (reading: Reading) => void;

const READERS: Readonly<Record<LineType, Reader>> = {
  hello: readHello,
  message: readPrompt,
  answer: readAnswer,
  interrupt: (reading) => void note(reading, 'interrupt'),
  set: readSetting,
  turn: readTurn,
  text: (reading) => begin(reading, 'assistant_message'),
  reasoning: (reading) => begin(reading, 'reasoning'),
  delta: readDelta,
  done: readDone,
  tool_call: readCall,
  tool_result: readResult,
  status: readStatus,
  image: readImage,
  file: readFile,
  item: (reading) => void reading.out.add(draft(reading, 'mock_item', { text: textOf(reading.line['text']) ?? '' })),
  permission: askPermission,
  question: askQuestion,
  withdrawn: readWithdrawn,
  error: readError,
  end: (reading) => void reading.out.add(draft(reading, 'status', { status: { label: 'end' } })),
};

/** The mock counts its answers in each session anew. */
const responseOf = (reading: Reading): string =>
  reading.state.session === undefined ? named(reading) : `${reading.state.session}/${named(reading)}`;

const named = ({ line, record }: Reading): string => idOf(line['id']) ?? record.ref;

function note(reading: Reading, label: string, extra?: Record<string, unknown>): string {
  return reading.out.add(draft(reading, 'status', { status: { label }, ...(extra ? { extra } : {}) }));
}

/** The agent says who it is: the session has started, or goes on. */
function readHello(reading: Reading): void {
  const { state, line, out } = reading;
  const session = idOf(line['session']);
  const model = textOf(line['model']);
  if (session !== undefined) state.session = session;
  if (model !== undefined) state.model = model;
  out.session({
    ...(session === undefined ? {} : { nativeId: session }),
    ...(textOf(line['version']) === undefined ? {} : { agentVersion: textOf(line['version']) }),
    state: 'open',
  });
  const phase = line['resumed'] === true ? 'resumed' : 'started';
  out.add(draft(reading, 'session', { phase, ...(model === undefined ? {} : { model }) }));
}

function readPrompt(reading: Reading): void {
  const { state, line, out } = reading;
  const parts = listOf(line['attachments']).flatMap((one) => {
    const attachment = isObject(one) ? one : {};
    const path = textOf(attachment['path']);
    const mime = textOf(attachment['mime']);
    const isImage = mime?.startsWith('image/') === true;
    if (path === undefined) return [];
    return [isImage ? ({ type: 'image', path, mime } as const) : ({ type: 'file_ref', path, action: 'read' } as const)];
  });
  const text = textOf(line['text']) ?? '';
  const id = named(reading);
  const said = { id, role: 'user', text, turn: `turn-${id}` };
  state.prompt = out.add(draft(reading, 'user_message', parts.length > 0 ? { ...said, parts } : said));
}

function readSetting(reading: Reading): void {
  const { state, line } = reading;
  state.model = textOf(line['model']) ?? state.model;
  state.variant = textOf(line['effort']) ?? state.variant;
  const { type: _type, ...set } = line;
  note(reading, 'settings', set);
}

function readTurn(reading: Reading): void {
  const { state, line, out } = reading;
  const said = textOf(line['phase']) ?? 'started';
  const phase = said === 'completed' ? 'ended' : said;
  state.turn = idOf(line['turn']) ?? reading.record.ref;
  // The turn begins with its prompt.
  const native = reading.record.native(reading.type);
  if (phase === 'started' && state.prompt === state.turn.slice('turn-'.length) && out.patch(state.prompt, { native }))
    return;
  out.add(draft(reading, 'turn', { phase }));
  if (phase !== 'started') state.turn = undefined;
}

function begin(reading: Reading, kind: 'assistant_message' | 'reasoning'): void {
  const { state, line, out } = reading;
  out.add(
    draft(reading, kind, {
      id: named(reading),
      role: 'assistant',
      text: textOf(line['text']) ?? '',
      ...(state.model === undefined ? {} : { model: state.model }),
      ...(state.variant === undefined ? {} : { variant: state.variant }),
    }),
  );
}

function readDelta(reading: Reading): void {
  const { line, out } = reading;
  out.append(idOf(line['id']) ?? '', textOf(line['text']) ?? '');
}

/** The whole of what was said, and what it took. */
function readDone(reading: Reading): void {
  const { line, out, record, type } = reading;
  const usage = isObject(line['usage']) ? line['usage'] : undefined;
  const count = (name: string): number => (typeof usage?.[name] === 'number' ? (usage[name] as number) : 0);
  out.patch(idOf(line['id']) ?? '', {
    native: record.native(type),
    ...(usage
      ? { usage: { ...NO_TOKENS, input: count('input'), output: count('output'), responseId: responseOf(reading) } }
      : {}),
  });
}

const NO_TOKENS = { input: 0, output: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, reasoning: 0 };
const KINDS: Readonly<Record<string, string>> = { bash: 'shell', edit: 'edit', read: 'read', mcp__mock__look: 'mcp' };

function readCall(reading: Reading): void {
  const { state, line, out } = reading;
  const callId = named(reading);
  const name = textOf(line['name']) ?? 'unknown';
  const kind = Object.hasOwn(KINDS, name) ? (KINDS[name] as string) : 'other';
  const tool = { name, callId, kind, status: 'running', ...('input' in line ? { input: line['input'] } : {}) };
  const event = out.add(draft(reading, 'tool_call', { id: callId, role: 'assistant', tool } as Partial<EventDraft>));
  remember(state.calls, callId, { event, name, kind }, LIMITS.calls);
}

function readResult(reading: Reading): void {
  const { state, line, out } = reading;
  const callId = idOf(line['call']) ?? '';
  const call = recall(state.calls, callId);
  const status = textOf(line['status']) ?? 'ok';
  const exitCode = typeof line['exitCode'] === 'number' ? { exitCode: line['exitCode'] } : {};
  const output = textOf(line['output']);
  const tool = { name: call?.name ?? 'unknown', callId, kind: call?.kind ?? 'other', status, ...exitCode };
  if (call)
    out.patch(call.event, { tool: { status, ...exitCode }, completedAt: reading.record.at } as Partial<EventDraft>);
  else out.problem('unpaired-result', `no call ${callId}`);
  out.add(
    draft(reading, 'tool_result', {
      role: 'tool',
      ...(call ? { parentId: call.event } : {}),
      tool: output === undefined ? tool : { ...tool, output },
    } as Partial<EventDraft>),
  );
}

function readStatus(reading: Reading): void {
  const { line, out } = reading;
  const detail = textOf(line['detail']);
  const status = { label: textOf(line['label']) ?? 'status', ...(detail === undefined ? {} : { detail }) };
  out.add(draft(reading, 'status', { audience: 'user', status }));
}

function readImage(reading: Reading): void {
  const { line, out } = reading;
  const mime = textOf(line['mime']) ?? 'image/png';
  const hash = out.attach(mime, textOf(line['data']) ?? '');
  const parts = [{ type: 'image', mime, hash }] as EventDraft['parts'];
  out.add(draft(reading, 'assistant_message', { id: named(reading), role: 'assistant', text: '', parts }));
}

function readFile(reading: Reading): void {
  const { state, line, out } = reading;
  const call = recall(state.calls, idOf(line['call']) ?? '');
  const { path, action, diff } = line;
  const part = { type: 'file_ref', path: textOf(path) ?? '', action: textOf(action) ?? 'write' };
  const parts = [textOf(diff) === undefined ? part : { ...part, diff }] as EventDraft['parts'];
  if (!call || !out.patch(call.event, { parts, native: reading.record.native(reading.type) }))
    out.add(draft(reading, 'status', { status: { label: 'file' }, parts }));
}

function readError(reading: Reading): void {
  const { line, out } = reading;
  const code = textOf(line['code']);
  const error = { message: textOf(line['message']) ?? 'error', ...(code === undefined ? {} : { code }) };
  out.add(draft(reading, 'error', { error }));
}
