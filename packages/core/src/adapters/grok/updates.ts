/** `updates.jsonl`: one notification a line. Words come in chunks; a call is told several times as more is known of it. */
import { chatContent } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addNote,
  addPrompt,
  addResult,
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
  wholeOf,
  wordOf,
} from '../../reading/native-values.ts';
import { recall } from '../../reading/recent.ts';
import { replacedPart } from '../../reading/replaced-diff.ts';
import { readTime } from '../../reading/time.ts';
import type { Part } from '../../transcript.ts';
import type { Head, LogDialect, NativeRecord, Output } from '../contract.ts';
import { TOOLS, usageOf } from './native.ts';

interface State extends ConversationState {
  session?: string;
  model?: string;
  /** The event whose words go on, and what kind of update it came from. */
  open?: { event: string; type: string };
}

type Frame = Conversation<State>;

export const updates: LogDialect<State> = {
  id: 'updates',
  kind: 'log',
  live: false,
  detect,
  begin: beginConversation,
  read,
};

/** The protocol's notifications, each with the time of its writing, which is no part of the protocol. */
function detect({ records }: Head): number {
  const isUpdate = ({ method, timestamp, id }: Readonly<Json>) =>
    id === undefined && timestamp !== undefined && (method === 'session/update' || method === '_x.ai/session/update');
  return records.length > 0 && records.every(isUpdate) ? 0.98 : 0;
}

const READERS: Readonly<Record<string, (frame: Frame, update: Json, meta: Json) => void>> = {
  user_message_chunk: readChunk,
  agent_message_chunk: readChunk,
  agent_thought_chunk: readChunk,
  tool_call: readCall,
  tool_call_update: readCallUpdate,
  retry_state: readRetry,
  subagent_spawned: readSpawned,
  subagent_finished: (frame, update) => void addNote(frame, frame.type, restOf(update, UPDATE)),
  turn_completed: readTurnEnd,
};
const UPDATE: ReadonlySet<string> = new Set(['sessionUpdate', '_meta']);

function read(state: State, record: NativeRecord, out: Output): void {
  const params = objectOf(record.value['params']);
  const [update, meta] = [objectOf(params['update']), objectOf(params['_meta'])];
  const type = stringOf(update['sessionUpdate']);
  if (type === undefined) return;
  if (state.session === undefined) begin(state, wordOf(params['sessionId']), out);
  const id = wordOf(meta['eventId']);
  const time = readTime(meta['agentTimestampMs']) ?? readTime(record.value['timestamp']);
  const frame = conversationOf(TOOLS, state, record, out, { type, id, time });
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!/_chunk$/.test(type)) state.open = undefined;
  if (reader) reader(frame, update, meta);
  // Plans, modes and commands of the protocol, and what xAI adds to it.
  else addNote(frame, type, restOf(update, UPDATE));
}

function begin(state: State, session: string | undefined, out: Output): void {
  state.session = session;
  if (session) out.session({ nativeId: session });
}

function readChunk(frame: Frame, update: Json): void {
  const { state, out, record, type } = frame;
  const { text, parts } = chatContent(update['content'], out);
  state.model = wordOf(objectOf(update['_meta'])['modelId']) ?? state.model;
  if (state.open?.type === type && parts.length === 0) {
    out.append(state.open.event, text);
    out.patch(state.open.event, { native: record.native(type, frame.id) });
    return;
  }
  const beside = parts.length > 0 ? { parts } : {};
  const said = { ...beside, ...(state.model ? { model: state.model } : {}) };
  const add = { user_message_chunk: addPrompt, agent_message_chunk: addAnswer, agent_thought_chunk: addThought };
  const isUser = type === 'user_message_chunk';
  const event = add[type as keyof typeof add](frame, text, isUser ? beside : said);
  state.open = { event, type };
}

const CALL: ReadonlySet<string> = new Set([...UPDATE, 'toolCallId', 'rawInput', 'title']);

function readCall(frame: Frame, update: Json): void {
  const callId = wordOf(update['toolCallId']) ?? frame.base;
  const known = objectOf(objectOf(update['_meta'])['x.ai/tool']);
  const name = stringOf(known['name']) ?? stringOf(update['title']) ?? 'unknown';
  const { model } = frame.state;
  const facts = { callId, name, input: update['rawInput'] };
  addCall({ ...frame, base: callId }, facts, { extra: restOf(update, CALL), ...(model ? { model } : {}) });
}

const STATUS: Readonly<Record<string, string>> = { completed: 'ok', failed: 'error' };

/** More about a call: what it shows to people, or how it ended. */
function readCallUpdate(frame: Frame, update: Json): void {
  const { state, out, record } = frame;
  const callId = wordOf(update['toolCallId']) ?? frame.base;
  const raw = stringOf(update['status']) ?? '';
  const status = Object.hasOwn(STATUS, raw) ? STATUS[raw] : undefined;
  const call = recall(state.calls, callId);
  if (status !== undefined) readOutcome(frame, update, callId, status);
  else if (call) {
    const shown = restOf(update, new Set([...CALL, 'content', 'locations']));
    out.patch(call.event, { native: record.native(frame.type, frame.id), ...(shown ? { extra: shown } : {}) });
  } else addNote(frame, frame.type, restOf(update, UPDATE));
}

const OUTCOME: ReadonlySet<string> = new Set([...UPDATE, 'toolCallId', 'status', 'content', 'rawOutput']);

function readOutcome(frame: Frame, update: Json, callId: string, status: string): void {
  const blocks = listOf(update['content']).filter(isObject);
  const words = chatContent(
    blocks.filter(({ type }) => type === 'content').map(({ content }) => content),
    frame.out,
  );
  const answer = objectOf(update['rawOutput']);
  const exitCode = wholeOf(answer['exit_code']);
  const isFailed = status === 'error' || (exitCode !== undefined && exitCode !== 0);
  const parts = [...words.parts, ...blocks.filter(({ type }) => type === 'diff').flatMap(changedFile)];
  addResult(
    { ...frame, base: `${callId}.result` },
    {
      callId,
      output: words.text,
      status: isFailed ? 'error' : 'ok',
      exitCode,
      rawStatus: update['status'],
      // Bytes of the output as numbers: the words say the same.
      result: restOf(answer, new Set(['output'])),
      parts,
      extra: restOf(update, OUTCOME),
    },
  );
}

function changedFile(block: Json): Part[] {
  const path = stringOf(block['path']);
  if (path === undefined) return [];
  const line = wholeOf(objectOf(listOf(objectOf(block['_meta'])['details'])[0])['old_line']);
  return [replacedPart(path, stringOf(block['oldText']), stringOf(block['newText']), line)];
}

function readRetry(frame: Frame, update: Json): void {
  const message = stringOf(update['reason']);
  const details = restOf(update, UPDATE);
  if (message) addEvent(frame, { type: 'error', error: { message, details } });
  else addNote(frame, frame.type, details);
}

function readSpawned(frame: Frame, update: Json): void {
  const id = wordOf(update['child_session_id']) ?? wordOf(update['subagent_id']);
  if (id !== undefined) {
    const [type, title] = [wordOf(update['subagent_type']), wordOf(update['description'])];
    const call = frame.state.calls.findLast(({ v: { name } }) => TOOLS[name] === 'task');
    frame.out.session({
      agents: {
        [id]: {
          nativeId: id,
          ...(type ? { type } : {}),
          ...(title ? { title } : {}),
          ...(call ? { callId: call.k } : {}),
        },
      },
    });
  }
  addNote(frame, frame.type, restOf(update, UPDATE));
}

/** What a person asked for is named by a random UUID, a subagent's task by one that begins with the time. */
const TASK_ID = /^[\da-f]{8}-[\da-f]{4}-7/i;
const TURN_END: ReadonlySet<string> = new Set([...UPDATE, 'usage', 'stop_reason']);

/** A turn's numbers include those of the subagents that it waited for: their own are kept, and do not count again. */
function readTurnEnd(frame: Frame, update: Json): void {
  const isTask = TASK_ID.test(stringOf(update['prompt_id']) ?? '');
  const usage = isTask ? undefined : usageOf(update['usage']);
  const { model } = frame.state;
  const extra = { ...restOf(update, TURN_END), ...(isTask ? { usage: update['usage'] } : {}) };
  addEvent(frame, {
    type: 'turn',
    phase: 'ended',
    status: { label: stringOf(update['stop_reason']) ?? 'ended' },
    ...(usage ? { usage } : {}),
    ...(model ? { model } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  });
}
