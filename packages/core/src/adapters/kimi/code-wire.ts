/** Kimi Code's log of one agent: what it was given, what the loop did, and bookkeeping. Messages stand in it twice. */
import { type Briefing, newBriefing, promptFields, type ToolDraft, tellTools } from '../../reading/briefing.ts';
import { chatContent } from '../../reading/chat-content.ts';
import {
  addInjected,
  addNote,
  addPrompt,
  beginConversation,
  type Conversation,
  type ConversationState,
  conversationOf,
} from '../../reading/conversation.ts';
import { addEvent } from '../../reading/event-frame.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { readLoopEvent } from './code-loop.ts';
import { TOOLS, usageOf } from './native.ts';

export interface CodeState extends ConversationState {
  model?: string;
  provider?: string;
  briefing: Briefing;
  /** The prompt that was given last, and the beginning of its words: the message after it repeats them. */
  prompt?: { event: string; words: string };
}

export type CodeFrame = Conversation<CodeState>;

export const codeWire: LogDialect<CodeState> = {
  id: 'wire',
  kind: 'log',
  live: false,
  detect,
  begin: () => ({ ...beginConversation(), briefing: newBriefing() }),
  read,
};

function detect({ records }: Head): number {
  const [first, second] = records;
  if (first?.['type'] !== 'metadata' || typeof first['protocol_version'] !== 'string') return 0;
  if (second === undefined) return first['created_at'] === undefined ? 0.5 : 0.6;
  return typeof second['type'] === 'string' && second['message'] === undefined ? 0.95 : 0;
}

const READERS: Readonly<Record<string, (frame: CodeFrame, value: Json) => void>> = {
  metadata: readMetadata,
  'profile.bind': readProfile,
  'config.update': readProfile,
  'turn.prompt': readTurn,
  'context.append_message': readMessage,
  'context.append_loop_event': readLoopEvent,
  'context.apply_compaction': readCompaction,
  'llm.request': readRequest,
  'llm.tools_snapshot': readTools,
  'usage.record': readUsage,
  'turn.step.retrying': readRetry,
  'turn.ended': readTurnEnd,
  'subagent.spawned': readSpawned,
};

/** Kinds of records that keep the program's own state; what is new among them is kept like the rest. */
const BOOKKEEPING =
  /^(runtime|permission|agent|plugin|token_counting|prompt|file_history|tools|subagent|turn|goal|mcp)\./;

function read(state: CodeState, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const type = stringOf(value['type']);
  if (type === undefined) return;
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const time = readTime(value['time']) ?? readTime(value['created_at']);
  const frame = conversationOf(TOOLS, state, record, out, { type, time });
  if (reader) reader(frame, value);
  else if (BOOKKEEPING.test(type)) addNote(frame, type, restOf(value, ENVELOPE));
}

const ENVELOPE: ReadonlySet<string> = new Set(['type', 'time', 'agentId']);

function readMetadata(frame: CodeFrame, value: Json): void {
  frame.out.session({ startedAt: frame.time });
  addEvent(frame, { type: 'session', phase: 'started', session: value });
}

const PROFILE: ReadonlySet<string> = new Set([...ENVELOPE, 'systemPrompt']);

function readProfile(frame: CodeFrame, value: Json): void {
  const { out, state } = frame;
  const cwd = stringOf(value['cwd']) ?? stringOf(objectOf(value['environmentDisclosure'])['cwd']);
  if (cwd) out.session({ environment: { cwd } });
  state.model = wordOf(value['modelAlias']) ?? state.model;
  const extra = restOf(value, PROFILE);
  const prompt = stringOf(value['systemPrompt']);
  if (prompt) addEvent(frame, { ...promptFields(out, state.briefing, prompt), ...(extra ? { extra } : {}) });
  else addNote(frame, frame.type, extra);
}

const TURN: ReadonlySet<string> = new Set([...ENVELOPE, 'input']);
const SAME = 200;

/** The prompt, as it was given. */
function readTurn(frame: CodeFrame, value: Json): void {
  const { text, parts } = chatContent(value['input'], frame.out);
  const id = wordOf(value['promptId']);
  const own = { ...frame, id, base: id ?? frame.base };
  const event = addPrompt(own, text, { ...(parts.length > 0 ? { parts } : {}), extra: restOf(value, TURN) });
  frame.state.prompt = { event, words: text.slice(0, SAME) };
}

/** A message that the model is given: the prompt once more, or what the program adds to it. */
function readMessage(frame: CodeFrame, value: Json): void {
  const { state, out, record } = frame;
  const message = objectOf(value['message']);
  const { text, parts } = chatContent(message['content'], out);
  const origin = objectOf(message['origin'])['kind'];
  const beside = { ...(parts.length > 0 ? { parts } : {}), extra: restOf(message, new Set(['role', 'content'])) };
  const isGiven = state.prompt !== undefined && text.slice(0, SAME) === state.prompt.words;
  if (origin === 'injection' || message['role'] === 'system') addInjected(frame, text, beside);
  else if (message['role'] !== 'user') addNote(frame, frame.type, message);
  else if (isGiven && state.prompt) {
    out.patch(state.prompt.event, { native: record.native(frame.type, wordOf(message['id'])) });
    state.prompt = undefined;
  } else addPrompt(frame, text, beside);
}

function readCompaction(frame: CodeFrame, value: Json): void {
  const text = stringOf(value['summary']) ?? '';
  const extra = restOf(value, new Set([...ENVELOPE, 'summary']));
  const said = { role: 'system', audience: 'model', text, status: { label: 'compaction' } } as const;
  addEvent(frame, { type: 'system', ...said, ...(extra ? { extra } : {}) });
}

function readRequest(frame: CodeFrame, value: Json): void {
  frame.state.model = wordOf(value['model']) ?? frame.state.model;
  frame.state.provider = wordOf(value['provider']) ?? frame.state.provider;
  addNote(frame, frame.type, restOf(value, ENVELOPE));
}

function readTools(frame: CodeFrame, value: Json): void {
  const drafts = listOf(value['tools']).flatMap((tool): ToolDraft[] => {
    const name = isObject(tool) ? stringOf(tool['name']) : undefined;
    if (name === undefined || !isObject(tool)) return [];
    return [{ name, description: stringOf(tool['description']), schema: tool['parameters'] }];
  });
  const fields = tellTools(frame.out, frame.state.briefing, drafts);
  addEvent(frame, { type: 'meta', status: { label: frame.type }, ...fields, extra: { hash: value['hash'] } });
}

/** Steps have their numbers themselves; what was spent outside of a turn stands here alone. */
function readUsage(frame: CodeFrame, value: Json): void {
  const scope = value['usageScope'];
  const usage = scope === 'turn' || scope === undefined ? undefined : usageOf(value['usage'], frame.base);
  const { model } = frame.state;
  addNote(frame, frame.type, restOf(value, ENVELOPE), usage ? { usage, ...(model ? { model } : {}) } : {});
}

function readRetry(frame: CodeFrame, value: Json): void {
  const message = stringOf(value['errorMessage']) ?? stringOf(value['errorName']) ?? 'the request failed';
  addEvent(frame, { type: 'error', error: { message, details: restOf(value, ENVELOPE) } });
}

function readTurnEnd(frame: CodeFrame, value: Json): void {
  const label = stringOf(value['reason']) ?? 'ended';
  const extra = restOf(value, new Set([...ENVELOPE, 'reason']));
  addEvent(frame, { type: 'turn', phase: 'ended', status: { label }, ...(extra ? { extra } : {}) });
}

function readSpawned(frame: CodeFrame, value: Json): void {
  const id = wordOf(value['subagentId']);
  if (id !== undefined) {
    const type = wordOf(value['subagentName']);
    const title = wordOf(value['description']);
    const callId = wordOf(value['parentToolCallId']);
    frame.out.session({
      agents: { [id]: { ...(type ? { type } : {}), ...(title ? { title } : {}), ...(callId ? { callId } : {}) } },
    });
  }
  addNote(frame, frame.type, restOf(value, ENVELOPE));
}
