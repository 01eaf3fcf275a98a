/**
 * What search finds an event by: its words, those of its tool's input and output, file paths, reasoning, errors.
 * The index splits at every character that is no letter or digit, so `snake_case` and paths are found by their
 * parts and, as phrases, whole. Words inside `camelCase` are added here, and text without spaces between words is
 * cut into pairs of characters; questions are treated the same way.
 */

import type { EventDraft } from '../adapters/contract.ts';
import { PATH_FIELDS } from '../events/event-facts.ts';
import type { Part } from '../transcript.ts';

export interface IndexText {
  readonly body: string;
  /** Words inside identifiers. */
  readonly parts: string;
}

/** Where in an event a text is. */
export type TextField = 'text' | 'reasoning' | 'input' | 'output' | 'path' | 'error' | 'other';

type Use = (text: string, field: TextField) => void;

/** Values below this depth are not looked at; no tool nests like this. */
const MAX_DEPTH = 40;

export function indexText(event: EventDraft): IndexText {
  const pieces: string[] = [];
  eachText(event, (text) => pieces.push(text));
  return indexTexts(pieces);
}

function indexTexts(texts: readonly string[]): IndexText {
  const body = texts.join('\n');
  return { body: spreadUnspaced(body), parts: wordsInside(body) };
}

/** What an event is found by, and more texts that belong to it. */
export function withTexts(found: IndexText, texts: readonly string[]): IndexText {
  if (texts.length === 0) return found;
  const more = indexTexts(texts);
  return { body: `${found.body}\n${more.body}`, parts: `${found.parts}\n${more.parts}` };
}

/** Every text that search finds an event by, and where it is. */
export function eachText(event: EventDraft, use: Use): void {
  const { tool } = event;
  if (event.text) use(event.text, event.type === 'reasoning' ? 'reasoning' : 'text');
  if (tool) {
    if (tool.input !== undefined) strings(tool.input, 'input', use);
    if (tool.output) use(tool.output, 'output');
    else {
      if (tool.stdout) use(tool.stdout, 'output');
      if (tool.stderr) use(tool.stderr, 'output');
    }
  }
  for (const part of event.parts ?? []) {
    if (part.text && part.text !== event.text) use(part.text, fieldOf(part));
    if (part.path) use(part.path, 'path');
    if (part.json !== undefined) strings(part.json, 'other', use);
    if (part.detail) use(part.detail, 'other');
  }
  if (event.error) use(event.error.message, 'error');
  eachNotice(event, use);
  if (event.raw !== undefined) strings(event.raw, 'other', use);
}

function fieldOf({ type, spilled }: Part): TextField {
  if (type === 'reasoning') return 'reasoning';
  return spilled ? 'output' : 'text';
}

function eachNotice({ question, permission, status }: EventDraft, use: Use): void {
  if (question) for (const text of [question.prompt, ...question.options, question.response ?? '']) use(text, 'other');
  if (permission) for (const text of [permission.action, permission.reason ?? '']) use(text, 'other');
  if (status) for (const text of [status.label, status.detail ?? '']) use(text, 'other');
}

function strings(value: unknown, field: TextField, use: Use, depth = 0): void {
  if (typeof value === 'string') {
    if (value !== '') use(value, field);
  } else if (typeof value === 'number') use(String(value), field);
  else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const key in value) {
      const isPath = depth === 0 && field === 'input' && PATH_FIELDS.includes(key);
      strings((value as Record<string, unknown>)[key], isPath ? 'path' : field, use, depth + 1);
    }
  }
}

const WORD = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/g;
/** An identifier longer than this is data. */
export const MAX_IDENTIFIER = 100;

/** The words in `parseHTTPRequest`: parse http request, side by side, so that `HTTPRequest` is found as a phrase. */
export function wordsInside(text: string): string {
  const words: string[] = [];
  for (const identifier of humped(text)) {
    const inside = wordsInIdentifier(identifier);
    if (inside !== '') words.push(inside);
  }
  return words.join(' ');
}

/** The same identifiers come again and again: those met last are not taken apart twice. */
const taken = new Map<string, string>();
const MOST_TAKEN = 20_000;

/** The words inside an identifier that has a capital inside. */
export function wordsInIdentifier(identifier: string): string {
  const known = taken.get(identifier);
  if (known !== undefined) return known;
  const words = (identifier.match(WORD) ?? []).filter((word) => word.length > 1);
  const inside = words.join(' ').toLowerCase();
  if (taken.size >= MOST_TAKEN) taken.clear();
  taken.set(identifier, inside);
  return inside;
}

const HUMP = /[a-z0-9][A-Z]|[A-Z]{2}[a-z0-9]/g;

/** Runs of letters and digits with a capital inside. This sees every byte of every log: only humps are looked at. */
function humped(text: string): Set<string> {
  const found = new Set<string>();
  HUMP.lastIndex = 0;
  while (HUMP.test(text)) {
    let end = HUMP.lastIndex;
    let start = end - 2;
    while (isWordCode(text.charCodeAt(start - 1))) start--;
    while (isWordCode(text.charCodeAt(end))) end++;
    if (end - start <= MAX_IDENTIFIER) found.add(text.slice(start, end));
    HUMP.lastIndex = end;
  }
  return found;
}

/** Whether it is a letter of English or a digit; nothing is, beyond the ends of a text. */
const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

/** Scripts that put no spaces between words, as the inside of a class of characters. */
export const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`);
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'g');

/** Whether a character is of a script that puts no spaces between words. */
export const isUnspaced = (character: string): boolean => HAS_UNSPACED.test(character);

/**
 * Chinese, Japanese, Thai and the like, as overlapping pairs: 日本語 becomes 日本 本語 語. Every character begins one of
 * them, so that a single one is found as a prefix. Where the text may go on behind its end, as in a question, the last
 * character stands for nothing by itself: `isOpen`.
 */
export function spreadUnspaced(text: string, isOpen = false): string {
  if (!HAS_UNSPACED.test(text)) return text;
  return text.replace(UNSPACED_RUN, (run, at: number) => {
    const goesOn = isOpen && at + run.length === text.length && run.length > 1;
    return ` ${pairs(run, goesOn).join(' ')} `;
  });
}

function pairs(run: string, goesOn: boolean): string[] {
  const all: string[] = [];
  for (let i = 0; i + 1 < run.length; i++) all.push(run.slice(i, i + 2));
  if (!goesOn) all.push(run.slice(-1));
  return all;
}
