/** What stands where the user speaks: prompts, and messages that the program put there (`notification`, `cron`, …). */
import type { Part } from '../../transcript.ts';
import { extraOf } from './envelope.ts';
import { addEvent, type Draft, type Frame } from './frame.ts';
import { inlinePart } from './inline-part.ts';
import { isObject, type Json, listOf, objectOf, restOf, stringOf } from './native.ts';

const BY_USER: ReadonlySet<unknown> = new Set([undefined, 'mid_turn_user_message', 'realtime_message']);
const PAYLOAD: ReadonlySet<string> = new Set(['displayText', 'hookContext']);

export function readUser(frame: Frame): void {
  const { value, out } = frame;
  const parts = listOf(objectOf(value['message'])['parts']).filter(isObject);
  const texts = parts.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : []));
  const shown = parts.flatMap((part) => inlinePart(part, out) ?? []);
  const extra = extraOf(frame);
  if (BY_USER.has(value['subtype'])) readPrompt(frame, texts, shown, extra);
  else addNotice(frame, texts.join('\n'), shown, extra);
}

/** The model is told something in the user's place. */
function addNotice(frame: Frame, text: string, shown: Part[], extra: Json | undefined): void {
  const { value } = frame;
  addEvent(frame, {
    type: 'system',
    role: 'system',
    audience: 'model',
    text,
    status: { label: String(value['subtype']).slice(0, 80) },
    ...(shown.length > 0 ? { parts: shown } : {}),
    extra: isObject(value['systemPayload']) ? { ...extra, ...value['systemPayload'] } : extra,
  });
}

/**
 * `displayText` is what was typed. What else the model is sent with it (files that were named, a hook's context)
 * was put there by the program.
 */
function readPrompt(frame: Frame, texts: readonly string[], shown: readonly Part[], extra: Json | undefined): void {
  const payload = objectOf(frame.value['systemPayload']);
  const display = stringOf(payload['displayText']);
  const typed = display === undefined ? texts.filter((text) => !isInjected(text)) : [display];
  const added = texts.filter((text) => (display === undefined ? isInjected(text) : text !== display));
  if (frame.state.agent === undefined) frame.state.turn = frame.base;
  const draft: Draft = { type: 'user_message', role: 'user', text: typed.join('\n') };
  if (shown.length > 0) draft.parts = [...shown];
  const rest = restOf(payload, PAYLOAD);
  if (rest || extra) draft.extra = { ...extra, ...rest };
  addEvent(frame, draft);
  for (const text of added) addEvent(frame, { type: 'system', role: 'system', audience: 'model', text });
}

const isInjected = (text: string) => text.startsWith('<qwen:') || text.startsWith('<system-reminder>');
