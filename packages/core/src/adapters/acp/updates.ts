/** `session/update`: everything an agent tells of its work. */
import { type Context, draft, from, keep } from './context.ts';
import { closeNameless, readChunk, speakerOf } from './messages.ts';
import { filled, list, object, type Raw, rest, text } from './native.ts';
import { takeConfig } from './sessions.ts';
import { readToolCall } from './tool-calls.ts';

const SHOWN = new Set(['sessionUpdate']);

export function readUpdate(context: Context, update: Raw): void {
  const kind = text(update['sessionUpdate']) ?? '';
  const speaker = speakerOf(kind);
  if (repeats(context, kind)) return;
  if (speaker) readChunk(context, update, speaker);
  else if (kind === 'tool_call' || kind === 'tool_call_update') {
    closeNameless(context);
    readToolCall(context, update);
  } else if (Object.hasOwn(READERS, kind)) READERS[kind]?.(context, update);
}

/** What a load tells again of a session that was read from its beginning is no news. */
function repeats(context: Context, kind: string): boolean {
  if (context.replay === undefined || !context.session.repeats || !CONVERSATION.test(kind)) return false;
  return context.out.patch(context.replay, from(context));
}

const CONVERSATION = /_chunk$|^tool_call|^plan/;

const READERS: Readonly<Record<string, (context: Context, update: Raw) => void>> = {
  plan: readPlan,
  plan_update: readPlan,
  plan_removed: (context, update) => note(context, update, 'status'),
  available_commands_update: (context, update) => note(context, update, 'meta'),
  current_mode_update: (context, update) => changeSession(context, update, 'mode'),
  config_option_update: (context, update) => {
    takeConfig(context, update);
    changeSession(context, update, 'config');
  },
  session_info_update: readInfo,
  usage_update: readContextUse,
  notice: readNotice,
  compaction_update: (context, update) => note(context, update, 'status'),
  subagent_update: (context, update) => note(context, update, 'status'),
  session_message: (context, update) => note(context, update, 'meta'),
  session_message_chunk: (context, update) => note(context, update, 'meta'),
};

/** The agent's list of what it means to do. Each plan replaces the one before. */
function readPlan(context: Context, update: Raw): void {
  closeNameless(context);
  const plan = object(update['plan']) ?? update;
  const entries = list(plan['entries']);
  const done = entries.filter((entry) => object(entry)?.['status'] === 'completed').length;
  const event = keep(draft(context, 'status'), rest(update, PLAN_SHOWN));
  event.status = { label: 'plan', detail: `${done} of ${entries.length} done` };
  event.parts = [{ type: 'json', json: entries, label: 'plan' }];
  context.out.add(event);
}

const PLAN_SHOWN = new Set(['sessionUpdate', 'entries']);

function changeSession(context: Context, update: Raw, phase: string): void {
  const event = keep(draft(context, 'session'), rest(update, SHOWN));
  event.phase = phase;
  if (context.session.model) event.model = context.session.model;
  if (context.session.variant) event.variant = context.session.variant;
  context.out.add(event);
}

function readInfo(context: Context, update: Raw): void {
  const title = filled(update['title']);
  if (title) context.out.session({ title: { text: title, rank: 1 } });
  changeSession(context, update, 'info');
}

/** How full the context window is, and what the session has cost so far. */
function readContextUse(context: Context, update: Raw): void {
  const model = filled(object(update['_meta'])?.['_claude/model']);
  if (model) context.session.model = model;
  note(context, update, 'meta');
}

function readNotice(context: Context, update: Raw): void {
  const event = keep(draft(context, 'status'), rest(update, SHOWN));
  event.audience = 'user';
  const detail = text(update['message']) ?? text(update['text']);
  event.status = { label: 'notice', ...(detail === undefined ? {} : { detail }) };
  context.out.add(event);
}

function note(context: Context, update: Raw, type: 'meta' | 'status'): void {
  const event = keep(draft(context, type), rest(update, SHOWN));
  event.status = { label: update['sessionUpdate'] as string };
  context.out.add(event);
}
