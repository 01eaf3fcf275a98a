/**
 * Antigravity's transcript: one step a line. The model's step names its calls; what each of them gave is a step of its own behind
 * it, typed by tool and without an id, so results go to the calls in their order.
 */
import {
  addAnswer,
  addCall,
  addInjected,
  addNote,
  addPrompt,
  addResult,
  addThought,
  argumentsOf,
  type Beside,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import {
  isObject,
  type Json,
  listOf,
  objectOf,
  restOf,
  stringOf,
  textOf,
  wholeOf,
  wordOf,
} from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Head, LogDialect, NativeRecord, Output, ToolTable } from '../contract.ts';

const TOOLS: ToolTable = {
  run_command: 'shell',
  command_status: 'shell',
  send_command_input: 'shell',
  view_file: 'read',
  view_file_outline: 'read',
  view_content_chunk: 'read',
  list_dir: 'read',
  replace_file_content: 'edit',
  multi_replace_file_content: 'edit',
  edit_file: 'edit',
  write_to_file: 'write',
  write_file: 'write',
  grep_search: 'search',
  find_by_name: 'search',
  codebase_search: 'search',
  search_web: 'web',
  read_url_content: 'web',
  browser_subagent: 'task',
};

interface State extends ConversationState {
  /** Calls that have no result yet, the first asked first. */
  open: { id: string; name: string }[];
  model?: string;
}

export const transcript: LogDialect<State> = {
  id: 'transcript',
  kind: 'log',
  live: false,
  detect,
  begin: () => ({ ...beginConversation(), open: [] }),
  read,
};

function detect({ records }: Head): number {
  const ours = records.filter(
    ({ step_index, source, type, status }) =>
      wholeOf(step_index) !== undefined && [source, type, status].every((word) => typeof word === 'string'),
  );
  return ours.length > 0 && ours.length === records.length ? 1 : 0;
}

const STEP: ReadonlySet<string> = new Set([
  'step_index',
  'source',
  'type',
  'created_at',
  'content',
  'thinking',
  'tool_calls',
  'status',
]);

function read(state: State, record: NativeRecord, out: Output): void {
  const step: Json = objectOf(record.value);
  const { type, source, status } = step;
  if (typeof type !== 'string') return;
  const frame = conversationOf(TOOLS, state, record, out, { type, time: readTime(step['created_at']) });
  const rest = restOf(step, STEP);
  const extra = { ...rest, ...(status === 'DONE' ? {} : { status }) };
  const kept: Beside = Object.keys(extra).length > 0 ? { extra } : {};
  const content = textOf(step['content']);
  if (type === 'USER_INPUT') readPrompt(frame, content ?? '', kept);
  else if (type === 'PLANNER_RESPONSE') readAnswer(frame, step, content, kept);
  else if (/ERROR/.test(type)) addEvent(frame, { type: 'error', error: { message: content ?? type }, ...kept });
  else if (source === 'MODEL') readResult(frame, type, content ?? '', status, extra);
  else if (content === undefined) addNote(frame, type.toLowerCase(), kept.extra ?? {});
  else addInjected(frame, content, kept);
}

const REQUEST = /<USER_REQUEST>\n?([\s\S]*?)\n?<\/USER_REQUEST>/;
const MODEL = /`Model Selection` from .{1,120}? to (.{1,80}?)\.?\s*\n/;

/** The words stand in a tag, changes of settings behind them. */
function readPrompt(frame: Conversation<State>, content: string, kept: Beside): void {
  const words = REQUEST.exec(content)?.[1];
  const model = MODEL.exec(content)?.[1];
  if (model) frame.state.model = model.slice(0, 80);
  const around = words === undefined ? '' : content.replace(REQUEST, '').trim();
  const extra = { ...kept.extra, ...(around ? { around } : {}) };
  addPrompt(frame, words ?? content, Object.keys(extra).length > 0 ? { extra } : {});
}

function readAnswer(frame: Conversation<State>, step: Json, content: string | undefined, kept: Beside): void {
  const { state } = frame;
  const beside = (): Beside => ({ ...(state.model ? { model: state.model } : {}), ...(frame.count === 0 ? kept : {}) });
  // A call without a result was not waited for.
  state.open = [];
  const thought = stringOf(step['thinking']);
  if (thought) addThought(frame, thought, beside());
  if (content) addAnswer(frame, content, beside());
  for (const call of listOf(step['tool_calls']).filter(isObject)) {
    const name = wordOf(call['name']) ?? 'unknown';
    const callId = wordOf(call['id']) ?? `${frame.base}#${frame.count}`;
    addCall(frame, { callId, name, input: plainArguments(call['args']) }, beside());
    if (state.open.length < 64) state.open.push({ id: callId, name });
  }
  if (frame.count === 0) addNote(frame, 'planner_response', kept.extra ?? {}, beside());
}

/** In the shorter of its two files each argument is JSON within JSON. */
function plainArguments(value: unknown): unknown {
  const given = argumentsOf(value);
  if (!isObject(given)) return given;
  const isDouble = Object.values(given).every(
    (field) => typeof field !== 'string' || /^(".*"|[[{].*[\]}]|-?\d.*|true|false|null)$/s.test(field),
  );
  return isDouble ? Object.fromEntries(Object.entries(given).map(([key, field]) => [key, argumentsOf(field)])) : given;
}

function readResult(frame: Conversation<State>, type: string, content: string, status: unknown, extra: Json): void {
  const call = frame.state.open.shift();
  const name = call?.name ?? type.toLowerCase();
  const told = { kind: type, ...extra };
  if (!call) {
    // A step that no call stands before: its call and its result in one.
    addEvent(frame, {
      type: 'tool_call',
      role: 'assistant',
      tool: { name, kind: TOOLS[name] ?? 'other', output: content, status: 'ok' },
      extra: told,
    });
    return;
  }
  const exitCode = /exit code:?\s*(-?\d{1,5})/i.exec(content.slice(0, 400))?.[1];
  const isFailed =
    status === 'ERROR' || /^The command failed/.test(content) || (exitCode !== undefined && exitCode !== '0');
  addResult(frame, {
    callId: call.id,
    name,
    output: content,
    status: isFailed ? 'error' : status === 'CANCELED' ? 'interrupted' : 'ok',
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
    rawStatus: status,
    extra: told,
  });
}
