/** What is said: prompts, answers and their thoughts, and what only the model sees. */
import { newBriefing, promptFields } from '../../reading/briefing.ts';
import { forget, recall, remember } from '../../reading/recent.ts';
import type { EventDraft } from '../contract.ts';
import { attachmentPart } from './attachments.ts';
import { draft, type Entry, from } from './entry.ts';
import { filled, list, object, type Raw, rest, text } from './native.ts';
import { LIMITS } from './state.ts';
import { readRequest } from './tool-calls.ts';
import { messageUsage, noteUsage } from './usage.ts';

const USER_SHOWN = new Set(['content', 'attachments', 'interactionId', 'turnId', 'messageId', 'parentToolCallId']);

export function readUser(entry: Entry): void {
  const { data, out } = entry;
  const said = isSaid(data);
  const event = draft(entry, said ? 'user_message' : 'system', filled(data['messageId']) ?? entry.id);
  event.role = said ? 'user' : 'system';
  if (!said) event.audience = 'model';
  // A steering message may have no content of its own, only what the model was told.
  event.text = filled(data['content']) ?? (said ? '' : (text(data['transformedContent']) ?? ''));
  const parts = list(data['attachments']).flatMap((item) => attachmentPart(entry.state, out, object(item)) ?? []);
  if (parts.length > 0) event.parts = parts;
  event.extra = rest(data, USER_SHOWN);
  // The model saw the same words.
  if (event.extra?.['transformedContent'] === event.text) delete event.extra['transformedContent'];
  out.add(event);
}

/** Users and other agents speak; `system`, `skill-…` and continuations are put in by the program. */
function isSaid(data: Raw): boolean {
  const source = filled(data['source']);
  return data['isAutopilotContinuation'] !== true && (!source || source === 'user' || source.startsWith('agent-'));
}

const SYSTEM_SHOWN = new Set(['content', 'role', 'interactionId']);

/** What an agent is told before anything else. */
export function readPrompt(entry: Entry): void {
  const { data, out, state, agent } = entry;
  const words = text(data['content']);
  if (data['role'] !== 'system' || !words) {
    readSystem(entry);
    return;
  }
  state.briefing ??= newBriefing();
  const prompt = promptFields(out, state.briefing, words);
  agent.prompt = prompt.promptHash;
  out.add(Object.assign(draft(entry, prompt.type), prompt, { extra: rest(data, SYSTEM_SHOWN) }));
}

export function readSystem(entry: Entry): void {
  const event = draft(entry, 'system');
  event.role = 'system';
  event.audience = 'model';
  event.text = text(entry.data['content']) ?? '';
  event.extra = rest(entry.data, SYSTEM_SHOWN);
  entry.out.add(event);
}

const SHOWN = new Set([
  'messageId',
  'content',
  'toolRequests',
  'model',
  'reasoningText',
  'reasoningOpaque',
  'reasoningBlocks',
  'encryptedContent',
  'interactionId',
  'turnId',
  'parentToolCallId',
  'outputTokens',
]);

/** One response of the model: its thought, its words, and the calls it asks for. */
export function readAssistant(entry: Entry): void {
  const { data, agent, state } = entry;
  const messageId = filled(data['messageId']) ?? entry.id;
  const model = filled(data['model']);
  if (model) agent.model = model;
  const common: Partial<EventDraft> = {};
  if (agent.model) common.model = agent.model;
  if (agent.variant) common.variant = agent.variant;
  const usage = messageUsage(entry, messageId);
  readThought(entry, messageId, common);
  const calls = list(data['toolRequests']).filter((request) => filled(object(request)?.['toolCallId']));
  const extra = rest(data, SHOWN);
  const fields: Partial<EventDraft> = { ...common };
  if (usage) fields.usage = usage;
  if (agent.prompt !== undefined) fields.promptHash = agent.prompt;
  if (extra) fields.extra = extra;
  const content = text(data['content']) ?? '';
  const streamed = recall(state.streams, messageId);
  // What belongs to the response as a whole goes with its words, or else with its first call.
  const speaks = content !== '' || streamed !== undefined || calls.length === 0;
  // Without words no event is named for the message.
  if (!speaks && messageId !== entry.id) fields.extra = { ...extra, messageId };
  const holder = speaks ? sayWords(entry, messageId, content, fields, streamed) : undefined;
  const events = calls.map((request, i) => readRequest(entry, request as Raw, i === 0 && !speaks ? fields : common));
  noteUsage(entry, holder ?? events[0], usage);
}

function sayWords(
  entry: Entry,
  messageId: string,
  content: string,
  fields: Partial<EventDraft>,
  streamed: string | undefined,
): string {
  if (streamed) {
    forget(entry.state.streams, messageId);
    const whole = content === '' ? {} : { text: content };
    if (entry.out.patch(streamed, { ...fields, ...whole, timestamp: entry.time, ...from(entry) })) return streamed;
  }
  const event = draft(entry, content === '' ? 'meta' : 'assistant_message', messageId);
  if (content !== '') {
    event.role = 'assistant';
    event.text = content;
  }
  return entry.out.add(Object.assign(event, fields));
}

const OPAQUE = ['reasoningOpaque', 'reasoningBlocks', 'encryptedContent'];

function opaqueOf(data: Raw): Raw | undefined {
  let opaque: Raw | undefined;
  for (const key of OPAQUE) {
    if (data[key] === undefined || data[key] === null) continue;
    opaque ??= {};
    opaque[key] = data[key];
  }
  return opaque;
}

function readThought(entry: Entry, messageId: string, common: Partial<EventDraft>): void {
  const { data, agent, out } = entry;
  const thought = filled(data['reasoningText']);
  const opaque = opaqueOf(data);
  if (!thought && !opaque) return;
  const extra = opaque ? { extra: opaque } : {};
  // The stream, and the log of some versions, gave the thought before as an event of its own.
  const before = agent.thought;
  agent.thought = undefined;
  if (before && out.patch(before, { ...common, ...extra, ...(thought ? { text: thought } : {}), ...from(entry) }))
    return;
  const event = Object.assign(draft(entry, 'reasoning', `${messageId}.1`), common, extra);
  event.role = 'assistant';
  if (thought) event.text = thought;
  else event.parts = [{ type: 'reasoning', visibility: 'private' }];
  const id = out.add(event);
  if (entry.state.live) remember(entry.state.streams, `thought of ${entry.agentId}`, id, LIMITS.streams);
}

/** `assistant.reasoning`: a thought whole, before or after the message that repeats it. */
export function readReasoning(entry: Entry): void {
  const { data, state, out, agent } = entry;
  const reasoningId = filled(data['reasoningId']) ?? entry.id;
  const content = text(data['content']) ?? '';
  const lastThought = `thought of ${entry.agentId}`;
  const known = recall(state.streams, reasoningId) ?? recall(state.streams, lastThought);
  forget(state.streams, reasoningId);
  forget(state.streams, lastThought);
  if (known && out.patch(known, { ...(content === '' ? {} : { text: content }), ...from(entry) })) return;
  const event = draft(entry, 'reasoning', reasoningId);
  event.role = 'assistant';
  event.text = content;
  agent.thought = out.add(event);
}
