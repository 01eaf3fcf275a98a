/**
 * User lines: prompts, tool results, and much that no user said. Blocks that belong together (words and images of
 * one prompt) make one event; everything else has its own.
 */

import type { EventDraft } from '../../adapters/contract.ts';
import type { Part } from '../../transcript.ts';
import { partOf, spilledImage } from './content.ts';
import { draft, type Line, note } from './line.ts';
import { envelopeAnd, leftovers, object, type Raw, text, word } from './native.ts';
import { eventOfCall } from './state.ts';
import { resultEvent } from './tool-result.ts';
import { inner, type Speech, speechOf } from './wrappers.ts';

const FIELDS = envelopeAnd(
  'message',
  'toolUseResult',
  'tool_use_result',
  'tool_result_meta',
  'permissionDecision',
  'toolDenialKind',
  'forkedFrom',
);
const TITLE_RANK = 10;
/** A command says less than words do. */
const COMMAND_TITLE_RANK = 5;
const LONGEST_TITLE = 120;

export function readUser(line: Line): void {
  const content = object(line.value['message'])?.['content'];
  const events = typeof content === 'string' ? [wordsEvent(line, content)] : blockEvents(line, content);
  if (events.length === 0) {
    note(line, 'meta', { extra: leftovers(line.value, FIELDS) });
    return;
  }
  for (const [i, event] of events.entries()) {
    event.id = i === 0 ? line.id : `${line.id}.${i}`;
    if (i === 0) addExtra(line, event);
    line.out.add(event);
  }
}

function addExtra(line: Line, event: EventDraft): void {
  const extra = leftovers(line.value, FIELDS);
  if (extra) event.extra = event.extra ? Object.assign(extra, event.extra) : extra;
}

function blockEvents(line: Line, content: unknown): EventDraft[] {
  const events: EventDraft[] = [];
  let prompt: Raw[] = [];
  const endPrompt = () => {
    if (prompt.length > 0) events.push(promptEvent(line, prompt));
    prompt = [];
  };
  for (const item of Array.isArray(content) ? content : []) {
    const block = typeof item === 'string' ? { type: 'text', text: item } : object(item);
    if (!block) continue;
    const isResult = block['type'] === 'tool_result';
    const words = block['type'] === 'text' ? text(block['text']) : undefined;
    if (!isResult && (words === undefined || speechOf(words).kind === 'words')) {
      prompt.push(block);
      continue;
    }
    endPrompt();
    const id = events.length === 0 ? line.id : `${line.id}.${events.length}`;
    events.push(isResult ? resultEvent(line, id, block) : wordsEvent(line, words as string));
  }
  endPrompt();
  return events;
}

/** Words and images of one prompt. */
function promptEvent(line: Line, blocks: readonly Raw[]): EventDraft {
  const texts = blocks.flatMap((block) => (block['type'] === 'text' ? (text(block['text']) ?? []) : []));
  const event = wordsEvent(line, texts.join('\n'));
  if (texts.length === blocks.length && texts.length === 1) {
    const image = spilledImage(texts[0] as string);
    if (image) event.parts = [image];
    return event;
  }
  event.parts = blocks.map((block): Part => {
    const words = block['type'] === 'text' ? text(block['text']) : undefined;
    return words === undefined ? partOf(block, line.out) : { type: 'text', text: words };
  });
  return event;
}

function wordsEvent(line: Line, words: string): EventDraft {
  const { value } = line;
  const speech = speechOf(words);
  if (speech.kind === 'interrupt') return interrupted(line, words);
  if (speech.kind === 'notification' || originOf(value) === 'task-notification') return notification(line, words);
  if (isForModel(value) || speech.kind === 'context') return systemEvent(line, words, 'model');
  if (speech.kind === 'output') return outputEvent(line, words, speech);
  const event = draft(line, line.id, 'user_message');
  event.role = 'user';
  event.text = speech.kind === 'command' ? speech.text : words;
  if (speech.kind === 'command') event.extra = { wrapped: words };
  titleFrom(line, event.text, speech.kind === 'command' ? COMMAND_TITLE_RANK : TITLE_RANK);
  return event;
}

const originOf = (value: Raw) => word(object(value['origin'])?.['kind']);

/** Written by the harness: `isMeta`, compaction summaries, and their like in the live stream. */
function isForModel(value: Raw): boolean {
  return value['isMeta'] === true || value['isCompactSummary'] === true || value['isSynthetic'] === true;
}

export function systemEvent(line: Line, words: string, audience: 'model' | 'user'): EventDraft {
  const event = draft(line, line.id, 'system');
  event.role = 'system';
  event.text = words;
  event.audience = audience;
  return event;
}

function outputEvent(line: Line, words: string, speech: Speech & { kind: 'output' }): EventDraft {
  const event = draft(line, line.id, 'system');
  event.role = 'system';
  event.text = speech.text;
  event.status = { label: speech.label };
  event.extra = { wrapped: words };
  return event;
}

/** The report of a background agent or command, which begins a turn of its own. */
function notification(line: Line, words: string): EventDraft {
  const event = systemEvent(line, words, 'model');
  event.status = { label: 'task-notification', detail: inner(words, 'status') || undefined };
  event.parentId = eventOfCall(line.state, inner(words, 'tool-use-id').trim());
  return event;
}

/** Calls that were under way have no result when the user interrupts them. */
function interrupted(line: Line, words: string): EventDraft {
  const event = draft(line, line.id, 'turn');
  event.phase = 'interrupted';
  event.text = words;
  for (const call of line.state.calls) {
    if (call.result !== undefined) continue;
    call.result = '';
    line.out.patch(call.event, { tool: { status: 'interrupted' } });
  }
  return event;
}

/** The first words make the title, until something better names the session. */
function titleFrom(line: Line, words: string, rank: number): void {
  const { state } = line;
  if ((state.titled ?? 0) >= rank || state.own !== undefined || line.source !== undefined) return;
  const end = words.indexOf('\n');
  const title = words.slice(0, Math.min(end < 0 ? words.length : end, LONGEST_TITLE)).trim();
  if (title === '') return;
  state.titled = rank;
  line.out.session({ title: { text: title, rank } });
}
