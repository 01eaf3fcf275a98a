/**
 * Conversations as most agents keep them: prompts, answers, thoughts, calls and their results. An adapter says what a
 * record is; what is the same for all of them (turns, pairing of results, the state of a call) happens here.
 */
import type { NativeRecord, Output, ToolTable } from '../adapters/contract.ts';
import type { Part } from '../transcript.ts';
import { addEvent, type Draft, type EventFrame } from './event-frame.ts';
import { callByName, resultByName } from './mcp-tools.ts';
import { type Json, stringOf } from './native-values.ts';
import { note, type Recent, recall } from './recent.ts';

export interface Call {
  /** Event of the call. */
  event: string;
  name: string;
}

/** Plain JSON, bounded whatever the length of the session. */
export interface ConversationState {
  turn?: string;
  calls: Recent<Call>;
}

export const beginConversation = (): ConversationState => ({ calls: [] });

const MAX_CALLS = 200;

export interface Conversation<State extends ConversationState = ConversationState> extends EventFrame<State> {
  readonly kinds: ToolTable;
}

export interface RecordFacts {
  /** Type of the record, for the provenance. */
  readonly type: string;
  readonly id?: string;
  /** What its events are named by, where the record has no id: a place that stays when the document is rewritten. */
  readonly base?: string;
  readonly time?: string;
  readonly source?: string;
}

export function conversationOf<State extends ConversationState>(
  kinds: ToolTable,
  state: State,
  record: NativeRecord,
  out: Output,
  { type, id, base, time, source }: RecordFacts,
): Conversation<State> {
  return { kinds, state, record, out, type, id, base: id ?? base ?? record.ref, time, source, count: 0 };
}

/** What may be said of any event beside its words. */
export type Beside = Pick<Draft, 'model' | 'provider' | 'usage' | 'variant' | 'parts' | 'extra' | 'completedAt'>;

/** The user's words begin a turn. */
export function addPrompt(frame: Conversation, text: string, beside: Beside = {}): string {
  frame.state.turn = frame.base;
  return addEvent(frame, { type: 'user_message', role: 'user', text, ...present(beside) });
}

/** What the agent itself puts before the model. */
export function addInjected(frame: Conversation, text: string, beside: Beside = {}): string {
  return addEvent(frame, { type: 'system', role: 'system', audience: 'model', text, ...present(beside) });
}

export function addAnswer(frame: Conversation, text: string, beside: Beside = {}): string {
  return addEvent(frame, { type: 'assistant_message', role: 'assistant', text, ...present(beside) });
}

export function addThought(frame: Conversation, text: string, beside: Beside = {}): string {
  return addEvent(frame, { type: 'reasoning', role: 'assistant', text, ...present(beside) });
}

/** What is kept for the record and shown to nobody who does not ask for it. */
export function addNote(frame: Conversation, label: string, extra: Json | undefined, beside: Beside = {}): string {
  return addEvent(frame, { type: 'meta', status: { label }, ...present({ ...beside, extra }) });
}

export interface CallFacts {
  readonly callId: string;
  readonly name: string;
  readonly input: unknown;
}

export function addCall(frame: Conversation, { callId, name, input }: CallFacts, beside: Beside = {}): string {
  const tool = callByName(frame.kinds, name, callId, input);
  const event = addEvent(frame, { type: 'tool_call', role: 'assistant', tool, ...present(beside) });
  note(frame.state.calls, callId, { event, name: name.slice(0, 80) }, MAX_CALLS);
  return event;
}

export interface ResultFacts {
  readonly callId: string;
  readonly name?: string;
  readonly output?: string;
  /** ok, error, denied, interrupted or timeout. */
  readonly status: string;
  readonly exitCode?: number;
  /** What the tool answered beside its words. */
  readonly result?: unknown;
  readonly rawStatus?: unknown;
  readonly parts?: Part[];
  readonly extra?: Json;
}

/** The result of a call, and what it says of the call. */
export function addResult(frame: Conversation, facts: ResultFacts): string {
  const { callId, output, status, exitCode, result, rawStatus, parts, extra } = facts;
  const call = recall(frame.state.calls, callId);
  if (!call) frame.out.problem('unpaired-result', `no call ${callId} before this result`);
  const tool = resultByName(frame.kinds, facts.name ?? call?.name ?? 'unknown', callId, output, status);
  if (exitCode !== undefined) tool.exitCode = exitCode;
  if (result !== undefined) tool.result = result;
  if (rawStatus !== undefined) tool.rawStatus = rawStatus;
  if (tool.kind === 'shell' && output !== undefined) tool.stdout = output;
  const draft: Draft = { type: 'tool_result', role: 'tool', tool };
  if (call) draft.parentId = call.event;
  if (parts && parts.length > 0) draft.parts = parts;
  if (extra) draft.extra = extra;
  const event = addEvent(frame, draft);
  if (call) frame.out.patch(call.event, { completedAt: frame.time, tool: { status, exitCode } });
  return event;
}

/** Arguments as models write them: JSON in a string, or what could not be parsed as it is. */
export function argumentsOf(value: unknown): unknown {
  const text = stringOf(value);
  if (text === undefined) return value;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function present<T extends object>(fields: T): T {
  const kept = {} as Record<string, unknown>;
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) kept[key] = value;
  return kept as T;
}
