/** Second generation: `base_state.json` with the agent and its numbers, and one file for each event. */
import { chatContent } from '../../reading/chat-content.ts';
import {
  addAnswer,
  addCall,
  addInjected,
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
import { readTime } from '../../reading/time.ts';
import type { DocumentDialect, Head, NativeRecord, Output } from '../contract.ts';
import { membersOf } from './locate.ts';
import { TOOLS, usageOf } from './native.ts';

interface State extends ConversationState {
  model?: string;
}

type Frame = Conversation<State>;

export const conversation: DocumentDialect<State> = {
  id: 'conversation',
  kind: 'document',
  live: false,
  detect,
  begin: beginConversation,
  *records(document) {
    yield { value: document, pointer: '' };
  },
  members: membersOf,
  read,
};

/** The state, or an event by itself. */
function detect({ records, keys }: Head): number {
  if (records.length > 1) return 0;
  const has = (...names: string[]) => names.every((name) => keys.includes(name));
  if (has('agent') && ['execution_status', 'agent_status', 'stats'].some((name) => keys.includes(name))) return 0.9;
  return has('kind', 'source', 'timestamp', 'id') ? 0.7 : 0;
}

const ENVELOPE: ReadonlySet<string> = new Set(['id', 'kind', 'timestamp', 'source']);

const READERS: Readonly<Record<string, (frame: Frame, event: Json) => void>> = {
  MessageEvent: readMessage,
  ActionEvent: readAction,
  ObservationEvent: readObservation,
  UserRejectObservation: readObservation,
  AgentErrorEvent: readFailure,
  ConversationErrorEvent: readFailure,
  SystemPromptEvent: readPrompt,
};

function read(state: State, record: NativeRecord, out: Output): void {
  const value: Json = record.value;
  const kind = stringOf(value['kind']);
  if (kind === undefined) readState(state, value, record, out);
  else {
    const facts = { type: kind, id: wordOf(value['id']), time: readTime(value['timestamp']) };
    const frame = conversationOf(TOOLS, state, record, out, facts);
    const reader = Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
    if (reader) reader(frame, value);
    else if (/Event$|^Condensation/.test(kind)) addNote(frame, kind, restOf(value, ENVELOPE));
  }
}

/** The settings of the agent may hold keys of the provider: of these only the model is taken. */
function readState(state: State, value: Json, record: NativeRecord, out: Output): void {
  if (!isObject(value['agent'])) return;
  const id = wordOf(value['id']);
  state.model = wordOf(objectOf(value['agent']['llm'])['model']);
  const served = state.model ? { model: state.model } : {};
  const cwd = stringOf(objectOf(value['workspace'])['working_dir']);
  out.session({ ...(id ? { nativeId: id } : {}), ...(cwd ? { environment: { cwd } } : {}) });
  const frame = conversationOf(TOOLS, state, record, out, { type: 'base_state', base: `${id ?? record.ref}.state` });
  const session = restOf(value, new Set(['agent', 'stats', 'secrets', 'secret_registry', 'env']));
  addEvent(frame, { type: 'session', phase: 'started', session: session ?? {}, ...served });
  for (const [use, metrics] of Object.entries(objectOf(objectOf(value['stats'])['usage_to_metrics']))) {
    for (const usage of listOf(objectOf(metrics)['token_usages'])) addNumbers(frame, use, objectOf(metrics), usage);
  }
}

function addNumbers(frame: Frame, use: string, metrics: Json, native: unknown): void {
  const id = wordOf(objectOf(native)['response_id']) ?? `${frame.base}/${use}/${frame.count}`;
  const usage = usageOf(native, id);
  const model = wordOf(objectOf(native)['model']) ?? wordOf(metrics['model_name']);
  addNote(frame, 'usage', { use }, { ...(usage ? { usage } : {}), ...(model ? { model } : {}) });
}

function readPrompt(frame: Frame, event: Json): void {
  const { text } = chatContent(event['system_prompt'], frame.out);
  addInjected(frame, text, { extra: restOf(event, new Set([...ENVELOPE, 'system_prompt'])) });
}

function readMessage(frame: Frame, event: Json): void {
  const message = objectOf(event['llm_message']);
  const { text, parts } = chatContent(message['content'], frame.out);
  const extra = restOf(event, new Set([...ENVELOPE, 'llm_message']));
  const beside = { extra, ...(parts.length > 0 ? { parts } : {}) };
  if (event['source'] === 'user') addPrompt(frame, text, beside);
  else {
    const thought = stringOf(message['reasoning_content']);
    if (thought) addThought(frame, thought);
    addAnswer(frame, text, { ...beside, ...(frame.state.model ? { model: frame.state.model } : {}) });
  }
}

const ACTION: ReadonlySet<string> = new Set([
  ...ENVELOPE,
  'thought',
  'reasoning_content',
  'thinking_blocks',
  'action',
  'tool_name',
  'tool_call_id',
  'tool_call',
]);

function readAction(frame: Frame, event: Json): void {
  const served = frame.state.model ? { model: frame.state.model } : {};
  const blocks = listOf(event['thinking_blocks']).flatMap((block) => stringOf(objectOf(block)['thinking']) ?? []);
  const thought = stringOf(event['reasoning_content']) ?? (blocks.length > 0 ? blocks.join('\n') : undefined);
  if (thought) addThought(frame, thought, served);
  const { text } = chatContent(event['thought'], frame.out);
  if (text !== '') addAnswer(frame, text, served);
  const call = objectOf(event['tool_call']);
  const callId = wordOf(event['tool_call_id']) ?? wordOf(call['id']) ?? frame.base;
  const asked = argumentsOf(call['arguments'] ?? objectOf(call['function'])['arguments']);
  const input = isObject(event['action']) ? event['action'] : asked;
  const name = stringOf(event['tool_name']) ?? stringOf(call['name']) ?? 'unknown';
  addCall(frame, { callId, name, input }, { ...served, extra: restOf(event, ACTION) });
}

function readObservation(frame: Frame, event: Json): void {
  const observation = objectOf(event['observation']);
  const content = observation['content'] ?? observation['output'] ?? event['rejection_reason'];
  const { text, parts } = chatContent(content, frame.out);
  const exitCode = wholeOf(observation['exit_code']) ?? wholeOf(objectOf(observation['metadata'])['exit_code']);
  const isFailed = observation['is_error'] === true || ((exitCode ?? 0) !== 0 && exitCode !== -1);
  addResult(frame, {
    callId: wordOf(event['tool_call_id']) ?? frame.base,
    name: stringOf(event['tool_name']),
    output: text,
    status: event['kind'] === 'UserRejectObservation' ? 'denied' : isFailed ? 'error' : 'ok',
    exitCode,
    parts,
    ...(Object.keys(observation).length > 0 ? { result: observation } : {}),
    extra: restOf(event, new Set([...ENVELOPE, 'observation', 'tool_call_id', 'tool_name'])),
  });
}

function readFailure(frame: Frame, event: Json): void {
  const message = stringOf(event['error']) ?? stringOf(event['detail']) ?? 'the agent failed';
  const callId = wordOf(event['tool_call_id']);
  if (callId) addResult(frame, { callId, name: stringOf(event['tool_name']), output: message, status: 'error' });
  addEvent(frame, { type: 'error', error: { message, details: restOf(event, ENVELOPE) } });
}
