/**
 * `events.jsonl`: prompts, and updates of the blocks that the interface shows. A block is told of again and again as it grows,
 * under the id of its step; each record joins the events of its step.
 */
import {
  addAnswer,
  addCall,
  addInjected,
  addNote,
  addPrompt,
  addThought,
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
  wordOf,
} from '../../reading/native-values.ts';
import { note, type Recent, recall } from '../../reading/recent.ts';
import { readTime } from '../../reading/time.ts';
import type { Head, LogDialect, NativeRecord, Output, ToolTable } from '../contract.ts';
import { fileParts } from './file-parts.ts';
import { usageOf } from './usage.ts';

interface State extends ConversationState {
  model?: string;
  /** Steps whose events exist: the event of the words or call, and of the result once there is one. */
  steps: Recent<{ event: string; result?: string }>;
}

const MOST_STEPS = 200;

export const eventLog: LogDialect<State> = {
  id: 'event-log',
  kind: 'log',
  live: false,
  detect,
  begin: () => ({ ...beginConversation(), steps: [] }),
  read,
};

const KINDS: ReadonlySet<unknown> = new Set(['SessionA2uxEvent', 'UserPromptEvent', 'TaskStartedEvent']);

function detect({ records }: Head): number {
  const isOwn = ({ kind, event, prompt, taskId }: Json) =>
    kind === 'SessionA2uxEvent'
      ? isObject(event)
      : KINDS.has(kind) && (typeof prompt === 'string' || taskId !== undefined);
  return records.some(isOwn) ? 0.95 : 0;
}

const TOOLS: ToolTable = {
  terminal: 'shell',
  view_files: 'read',
  edit_files: 'edit',
  mcp: 'mcp',
  custom_agent: 'task',
};

function read(state: State, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const kind = stringOf(value['kind']);
  if (!kind) return;
  const event = objectOf(objectOf(value['event'])['agentEvent']);
  const inner = kind === 'SessionA2uxEvent' ? stringOf(event['kind']) : undefined;
  const time = readTime(value['timestampMs']);
  const frame = conversationOf(TOOLS, state, record, out, {
    type: inner ?? kind,
    id: wordOf(value['requestId']),
    time,
  });
  if (inner) readAgentEvent(frame, value, event, inner);
  else if (kind === 'UserPromptEvent') readPrompt(frame, value);
  else if (kind === 'SystemMessageEvent')
    addInjected(frame, textOf(value['message']) ?? textOf(value['text']) ?? '', rest(value));
  else if (kind === 'TaskStartedEvent' || kind === 'TaskState') {
    addEvent(frame, { type: 'turn', phase: kind === 'TaskStartedEvent' ? 'started' : 'changed', ...rest(value) });
  } else addNote(frame, kind, restOf(value, ENVELOPE));
}

const ENVELOPE: ReadonlySet<string> = new Set(['kind', 'timestampMs']);
const PROMPT: ReadonlySet<string> = new Set([...ENVELOPE, 'presentablePrompt', 'prompt', 'requestId']);

function rest(value: Json, known = ENVELOPE): { extra?: Json } {
  const extra = restOf(value, known);
  return extra ? { extra } : {};
}

function readPrompt(frame: Conversation<State>, value: Json): void {
  const [shown, whole] = [textOf(value['presentablePrompt']), textOf(value['prompt'])];
  const extra = { ...rest(value, PROMPT).extra, ...(shown !== undefined && whole !== shown ? { prompt: whole } : {}) };
  const parts = listOf(value['attachments']).flatMap((path) =>
    typeof path === 'string' ? [{ type: 'file_ref', path, action: 'read' }] : [],
  );
  addPrompt(frame, shown ?? whole ?? '', {
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
    ...(parts.length > 0 ? { parts } : {}),
  });
}

function readAgentEvent(frame: Conversation<State>, record: Json, event: Json, kind: string): void {
  const { model } = frame.state;
  const beside = model ? { model } : {};
  if (kind === 'LlmResponseMetadataEvent') readUsage(frame, event);
  else if (kind === 'AgentThoughtBlockUpdatedEvent')
    readWords(frame, event, textOf(event['text']), (text) => addThought(frame, text, beside));
  else if (kind === 'MarkdownBlockUpdatedEvent')
    readWords(frame, event, textOf(event['text']), (text) => addAnswer(frame, text, beside));
  else if (kind === 'ResultBlockUpdatedEvent') {
    const told = { ...event, ...completion(record) };
    readWords(frame, told, textOf(event['result']), (text) => addAnswer(frame, text, beside));
  } else if (CALLS.has(kind)) readCall(frame, event, kind);
  else if (kind === 'AgentFailureEvent') {
    const message = textOf(event['message']) ?? 'the agent failed';
    addEvent(frame, { type: 'error', error: { message }, ...rest(event, FAILURE) });
  } else readStatus(frame, event, kind);
}

/** What the interface shows beside the conversation. */
function readStatus(frame: Conversation<State>, event: Json, kind: string): void {
  const cwd = stringOf(event['currentDirectory']);
  const title = kind === 'AgentTaskNameUpdatedEvent' ? (textOf(event['taskName']) ?? textOf(event['name'])) : undefined;
  if (cwd) frame.out.session({ environment: { cwd } });
  if (title) frame.out.session({ title: { text: title, rank: 1 } });
  addNote(frame, kind, restOf(event, new Set(['kind'])));
}

const CALLS: ReadonlySet<string> = new Set([
  'TerminalBlockUpdatedEvent',
  'ToolBlockUpdatedEvent',
  'ViewFilesBlockUpdatedEvent',
  'FileChangesBlockUpdatedEvent',
  'McpBlockUpdatedEvent',
  'CustomAgentBlockUpdatedEvent',
]);
const FAILURE: ReadonlySet<string> = new Set(['kind', 'message']);

const completion = (record: Json): Json => (isObject(record['completion']) ? { completion: record['completion'] } : {});

function readUsage(frame: Conversation<State>, event: Json): void {
  for (const told of listOf(event['modelUsage']).filter(isObject)) {
    const model = wordOf(told['model']);
    if (model) frame.state.model = model;
    const usage = usageOf(told, `${frame.base}.${frame.count}`);
    const served = model ? { model } : {};
    addNote(frame, 'model call', told, usage ? { ...served, usage } : served);
  }
  if (frame.count === 0) addNote(frame, 'model call', restOf(event, new Set(['kind'])));
}

const WORDS: ReadonlySet<string> = new Set(['kind', 'stepId', 'text', 'result']);

/** A block of words: the latest text holds. */
function readWords(
  frame: Conversation<State>,
  event: Json,
  text: string | undefined,
  add: (text: string) => string,
): void {
  const { state, out, record } = frame;
  const step = wordOf(event['stepId']);
  const known = step === undefined ? undefined : recall(state.steps, step);
  const extra = restOf(event, WORDS);
  const kept = extra ? { extra } : {};
  const native = record.native(frame.type, step);
  if (known && out.patch(known.event, { ...(text ? { text } : {}), ...kept, native })) return;
  if (!text) {
    addNote(frame, frame.type, extra);
    return;
  }
  const id = add(text);
  if (extra) out.patch(id, { extra });
  if (step !== undefined) note(state.steps, step, { event: id }, MOST_STEPS);
}

const NAMES: Readonly<Record<string, string>> = {
  TerminalBlockUpdatedEvent: 'terminal',
  ViewFilesBlockUpdatedEvent: 'view_files',
  FileChangesBlockUpdatedEvent: 'edit_files',
  CustomAgentBlockUpdatedEvent: 'custom_agent',
  McpBlockUpdatedEvent: 'mcp',
};
const STATUSES: Readonly<Record<string, string>> = {
  COMPLETED: 'ok',
  FAILED: 'error',
  CANCELED: 'interrupted',
  CANCELLED: 'interrupted',
  IN_PROGRESS: 'running',
};
const CALL: ReadonlySet<string> = new Set([
  'kind',
  'stepId',
  'status',
  'command',
  'output',
  'details',
  'exitCode',
  'changes',
  'text',
]);

/** A block that is a call: its result is there when it is no longer in progress. */
function readCall(frame: Conversation<State>, event: Json, kind: string): void {
  const { state, out, record } = frame;
  const step = wordOf(event['stepId']) ?? frame.base;
  const name = NAMES[kind] ?? stringOf(event['toolType']) ?? 'tool';
  const rawStatus = stringOf(event['status']) ?? 'COMPLETED';
  const status = STATUSES[rawStatus] ?? 'unknown';
  const known = recall(state.steps, step);
  const parts = fileParts(event);
  const extra = restOf(event, CALL);
  const beside = { ...(state.model ? { model: state.model } : {}), ...(extra ? { extra } : {}) };
  const call = known?.event ?? addCall(frame, { callId: step, name, input: inputOf(event) }, beside);
  const entry = known ?? { event: call };
  if (!known) note(state.steps, step, entry, MOST_STEPS);
  const native = record.native(frame.type, step);
  const exit =
    typeof event['exitCode'] === 'number' && Number.isInteger(event['exitCode']) ? event['exitCode'] : undefined;
  const tool = { status, rawStatus, ...(exit === undefined ? {} : { exitCode: exit }) };
  out.patch(call, {
    ...(known ? { native, ...(extra ? { extra } : {}) } : {}),
    tool: { ...tool, ...inputPatch(known, event) },
  });
  if (status === 'running') return;
  addOrPatchResult(frame, entry, event, { name, step, tool, parts });
}

const inputPatch = (known: object | undefined, event: Json) => (known ? { input: inputOf(event) } : {});

function inputOf({ command, text, files, changes }: Json): Json {
  const paths = listOf(files ?? changes).map(
    (file) => objectOf(file)['relativePath'] ?? objectOf(file)['afterRelativePath'],
  );
  return {
    ...(command === undefined ? {} : { command }),
    ...(text === undefined ? {} : { text }),
    ...(paths.length > 0 ? { files: paths } : {}),
  };
}

function addOrPatchResult(
  frame: Conversation<State>,
  entry: { event: string; result?: string },
  event: Json,
  { name, step, tool, parts }: { name: string; step: string; tool: Json; parts: ReturnType<typeof fileParts> },
): void {
  const output = textOf(event['output']) ?? textOf(event['details']);
  const kind = TOOLS[name] ?? 'other';
  const shown = output === undefined ? {} : { output, ...(kind === 'shell' ? { stdout: output } : {}) };
  const told = { ...tool, ...shown };
  if (
    entry.result !== undefined &&
    frame.out.patch(entry.result, { tool: told, ...(parts.length > 0 ? { parts } : {}) })
  )
    return;
  entry.result = addEvent(frame, {
    type: 'tool_result',
    role: 'tool',
    parentId: entry.event,
    tool: { name, callId: step, kind, ...told },
    ...(parts.length > 0 ? { parts } : {}),
  });
  frame.out.patch(entry.event, { completedAt: frame.time });
}
