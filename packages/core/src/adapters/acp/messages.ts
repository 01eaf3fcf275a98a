/** Prompts, and what comes in chunks: one event for a message, a chunk for each piece of it. */
import type { Part } from '../../transcript.ts';
import { blockPart, blockText } from './content.ts';
import { type Context, draft, from, keep } from './context.ts';
import { filled, list, object, type Raw, rest } from './native.ts';
import { LIMITS, type OpenMessage, type Speaker } from './state.ts';

const PROMPT_SHOWN = new Set(['sessionId', 'prompt']);

/** `session/prompt`: the user speaks, and a turn begins. Returns the prompt's event. */
export function readPrompt(context: Context, params: Raw): string {
  const { session, out, record } = context;
  session.open = {};
  session.turn = record.ref;
  const event = keep(draft(context, 'user_message'), rest(params, PROMPT_SHOWN));
  event.role = 'user';
  const words: string[] = [];
  const parts: Part[] = [];
  for (const item of list(params['prompt'])) {
    const block = object(item);
    const said = blockText(block);
    const part = block && said === undefined ? blockPart(block, out) : undefined;
    if (said !== undefined) words.push(said);
    if (part) parts.push(part);
  }
  event.text = words.join('\n');
  if (parts.length > 0) event.parts = parts;
  const id = out.add(event);
  session.prompt = id;
  const turn = draft(context, 'turn', `${record.ref}.1`);
  turn.phase = 'started';
  out.add(turn);
  return id;
}

const SPEAKERS: Readonly<Record<string, Speaker>> = {
  user_message_chunk: 'user',
  agent_message_chunk: 'agent',
  agent_thought_chunk: 'thought',
  compaction_summary_chunk: 'summary',
};

export const speakerOf = (kind: string): Speaker | undefined =>
  Object.hasOwn(SPEAKERS, kind) ? SPEAKERS[kind] : undefined;

const CHUNK_SHOWN = new Set(['sessionUpdate', 'content', 'messageId']);

export function readChunk(context: Context, update: Raw, speaker: Speaker): void {
  const { session, out } = context;
  const block = object(update['content']);
  // Some agents repeat the prompt before they answer.
  if (speaker === 'user' && session.prompt && context.replay === undefined) {
    if (out.patch(session.prompt, from(context))) return;
  }
  if (speaker !== 'user') session.prompt = undefined;
  closeNameless(context, speaker);
  const messageId = filled(update['messageId']);
  const open = session.open[speaker];
  const message = open && open.messageId === messageId ? open : begin(context, update, speaker, messageId);
  const said = blockText(block);
  if (said !== undefined) out.append(message.event, said, { time: context.line.time });
  else if (block) addPart(context, message, blockPart(block, out));
}

function begin(context: Context, update: Raw, speaker: Speaker, messageId: string | undefined): OpenMessage {
  const { session } = context;
  const event = keep(draft(context, TYPES[speaker]), rest(update, CHUNK_SHOWN));
  event.role = ROLES[speaker];
  event.text = '';
  if (speaker === 'summary') event.audience = 'model';
  if (messageId && event.native) event.native.id = messageId;
  if (speaker === 'agent' || speaker === 'thought') {
    if (session.model) event.model = session.model;
    if (session.variant) event.variant = session.variant;
  }
  const message: OpenMessage = { event: context.out.add(event), ...(messageId ? { messageId } : {}) };
  session.open[speaker] = message;
  return message;
}

const TYPES = { user: 'user_message', agent: 'assistant_message', thought: 'reasoning', summary: 'system' } as const;
const ROLES = { user: 'user', agent: 'assistant', thought: 'assistant', summary: 'system' } as const;

function addPart(context: Context, message: OpenMessage, part: Part | undefined): void {
  message.parts ??= [];
  if (part && message.parts.length < LIMITS.parts && part.text === undefined) message.parts.push(part);
  context.out.patch(message.event, {
    parts: part && !message.parts.includes(part) ? [...message.parts, part] : message.parts,
  });
}

/** Without ids, a message ends where something else begins. */
export function closeNameless(context: Context, except?: Speaker): void {
  const { open } = context.session;
  for (const speaker of Object.keys(open) as Speaker[]) {
    if (speaker !== except && open[speaker]?.messageId === undefined) delete open[speaker];
  }
}
