/** Kimi CLI's log of a session: what its parts told each other. A call's arguments may come in several pieces. */
import { subagentSource } from '../../events/source-path.ts';
import { chatContent } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addNote,
  addPrompt,
  addResult,
  addThought,
  argumentsOf,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { type Json, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { note, type Recent, recall } from '../../reading/recent.ts';
import { readTime } from '../../reading/time.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { exitCodeIn, TOOLS, usageOf } from './native.ts';

interface CliState extends ConversationState {
  /** The call whose arguments are still coming. */
  open?: { event: string; text: string };
  /** Requests for permission that wait for an answer, by id: their events. */
  requests: Recent<string>;
}

type Frame = Conversation<CliState>;

export const cliWire: LogDialect<CliState> = {
  id: 'cli-wire',
  kind: 'log',
  live: false,
  detect,
  begin: () => ({ ...beginConversation(), requests: [] }),
  read,
};

function detect({ records }: Head): number {
  const [first, second] = records;
  const message = objectOf((first?.['type'] === 'metadata' ? second : first)?.['message']);
  const isMessage = typeof message['type'] === 'string' && message['payload'] !== undefined;
  if (!isMessage || /^[a-z]/.test(message['type'] as string)) return 0;
  return first?.['type'] === 'metadata' ? 0.95 : 0.8;
}

const READERS: Readonly<Record<string, (frame: Frame, payload: Json) => void>> = {
  TurnBegin: readTurn,
  TurnEnd: (frame, payload) =>
    void addEvent(frame, { type: 'turn', phase: 'ended', status: { label: 'ended' }, extra: payload }),
  ContentPart: readPart,
  ToolCall: readCall,
  ToolCallPart: readCallPart,
  ToolResult: readResult,
  StatusUpdate: readStatus,
  ApprovalRequest: readRequest,
  ApprovalResponse: readResponse,
  ApprovalRequestResolved: readResponse,
  SubagentEvent: readSubagent,
};

const BOOKKEEPING: ReadonlySet<string> = new Set([
  'StepBegin',
  'StepInterrupted',
  'StepRetry',
  'CompactionBegin',
  'CompactionEnd',
  'MCPLoadingBegin',
  'MCPLoadingEnd',
  'HookTriggered',
  'HookResolved',
  'SteerInput',
  'Notification',
  'PlanDisplay',
  'BtwBegin',
  'BtwEnd',
]);

function read(state: CliState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  if (value['type'] === 'metadata') {
    const frame = conversationOf(TOOLS, state, record, out, { type: 'metadata' });
    addEvent(frame, { type: 'session', phase: 'started', session: value });
  } else readWrapped(state, objectOf(value['message']), record, out, {});
}

interface Wrapper {
  readonly source?: string;
}

function readWrapped(state: CliState, message: Json, record: NativeRecord, out: Output, { source }: Wrapper): void {
  const type = stringOf(message['type']) ?? '';
  const payload = objectOf(message['payload']);
  const time = readTime(record.value['timestamp']);
  const frame = conversationOf(TOOLS, state, record, out, { type, time, source });
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (reader) reader(frame, payload);
  else if (BOOKKEEPING.has(type)) addNote(frame, type, payload);
}

function readTurn(frame: Frame, payload: Json): void {
  const { text, parts } = chatContent(payload['user_input'], frame.out);
  addPrompt(frame, text, { ...(parts.length > 0 ? { parts } : {}), extra: restOf(payload, new Set(['user_input'])) });
}

function readPart(frame: Frame, payload: Json): void {
  const extra = restOf(payload, new Set(['type', 'think', 'text']));
  if (payload['type'] === 'think') addThought(frame, stringOf(payload['think']) ?? '', { extra });
  else if (typeof payload['text'] === 'string') addAnswer(frame, payload['text'], { extra });
  else {
    const { parts } = chatContent([payload], frame.out);
    addAnswer(frame, '', { parts });
  }
}

const LONGEST_OPEN = 32 * 1024;

function readCall(frame: Frame, payload: Json): void {
  const asked = objectOf(payload['function']);
  const callId = wordOf(payload['id']) ?? frame.base;
  const text = stringOf(asked['arguments']) ?? '';
  const own = { ...frame, id: callId, base: callId };
  const extra = restOf(payload, new Set(['type', 'id', 'function']));
  const event = addCall(
    own,
    { callId, name: stringOf(asked['name']) ?? 'unknown', input: argumentsOf(text) },
    { extra },
  );
  frame.state.open = text.length < LONGEST_OPEN ? { event, text } : undefined;
}

/** Pieces belong to the call before them. The state stays small: very long arguments keep their beginning. */
function readCallPart(frame: Frame, payload: Json): void {
  const { state, out, record } = frame;
  const piece = stringOf(payload['arguments_part']) ?? '';
  if (!state.open || state.open.text.length + piece.length > LONGEST_OPEN) {
    state.open = undefined;
    addNote(frame, 'ToolCallPart', payload);
    return;
  }
  state.open.text += piece;
  const input = argumentsOf(state.open.text);
  out.patch(state.open.event, { tool: { input }, native: record.native('ToolCallPart') });
}

function readResult(frame: Frame, payload: Json): void {
  const value = objectOf(payload['return_value']);
  const callId = wordOf(payload['tool_call_id']) ?? frame.base;
  const { text, parts } = chatContent(value['output'], frame.out);
  const message = stringOf(value['message']);
  const output = text === '' && message ? message : text;
  const exitCode = exitCodeIn(message ?? text);
  const isFailed = value['is_error'] === true;
  const extra = restOf(value, new Set(['output', 'is_error']));
  const own = { ...frame, base: `${callId}.result` };
  addResult(own, { callId, output, status: isFailed ? 'error' : 'ok', exitCode, parts, extra });
}

function readStatus(frame: Frame, payload: Json): void {
  const usage = usageOf(payload['token_usage'], wordOf(payload['message_id']) ?? frame.base);
  addNote(frame, 'StatusUpdate', restOf(payload, new Set(['token_usage'])), usage ? { usage } : {});
}

function readRequest(frame: Frame, payload: Json): void {
  const id = wordOf(payload['id']) ?? frame.base;
  const callId = wordOf(payload['tool_call_id']);
  const action = stringOf(payload['description']) ?? stringOf(payload['action']) ?? 'unknown';
  const permission = { id, action, status: 'requested', ...(callId ? { callId } : {}) };
  const event = addEvent({ ...frame, id, base: id }, { type: 'permission', permission, extra: payload });
  note(frame.state.requests, id, event, 50);
}

const DECISIONS: Readonly<Record<string, string>> = {
  approve: 'accept',
  approve_for_session: 'accept_for_session',
  reject: 'reject',
};

function readResponse(frame: Frame, payload: Json): void {
  const request = recall(frame.state.requests, wordOf(payload['request_id']) ?? '');
  const said = stringOf(payload['response']) ?? '';
  const status = Object.hasOwn(DECISIONS, said) ? DECISIONS[said] : undefined;
  if (!request || !status) addNote(frame, frame.type, payload);
  else {
    frame.out.patch(request, {
      completedAt: frame.time,
      permission: { status },
      native: frame.record.native(frame.type),
    });
  }
}

/** What a subagent told, wrapped in the call that started it. */
function readSubagent(frame: Frame, payload: Json): void {
  const callId = wordOf(payload['parent_tool_call_id']);
  const id = wordOf(payload['agent_id']) ?? callId;
  if (id === undefined) return;
  const type = wordOf(payload['subagent_type']);
  frame.out.session({ agents: { [id]: { ...(callId ? { callId } : {}), ...(type ? { type } : {}) } } });
  readWrapped(frame.state, objectOf(payload['event']), frame.record, frame.out, { source: subagentSource(id) });
}
