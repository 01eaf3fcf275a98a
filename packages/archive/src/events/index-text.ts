/**
 * What search finds an event by: its words, those of its tool's input and output, file paths, reasoning, errors.
 * The index splits at every character that is no letter or digit, so `snake_case` and paths are found by their
 * parts and, as phrases, whole. Words inside `camelCase` are added here, and text without spaces between words is
 * cut into pairs of characters; questions are treated the same way.
 */
import type { EventDraft } from '@hansard/core';

export interface IndexText {
  readonly body: string;
  /** Words inside identifiers. */
  readonly parts: string;
}

/** Values below this depth are not looked at; no tool nests like this. */
const MAX_DEPTH = 40;

export function indexText(event: EventDraft): IndexText {
  const pieces: string[] = [];
  if (event.text) pieces.push(event.text);
  const { tool } = event;
  if (tool) {
    if (tool.input !== undefined) strings(tool.input, pieces);
    if (tool.output) pieces.push(tool.output);
    else {
      if (tool.stdout) pieces.push(tool.stdout);
      if (tool.stderr) pieces.push(tool.stderr);
    }
  }
  for (const part of event.parts ?? []) {
    if (part.text && part.text !== event.text) pieces.push(part.text);
    if (part.path) pieces.push(part.path);
    if (part.json !== undefined) strings(part.json, pieces);
    if (part.detail) pieces.push(part.detail);
  }
  const { error, question, permission, status } = event;
  if (error) pieces.push(error.message);
  if (question) pieces.push(question.prompt, ...question.options, question.response ?? '');
  if (permission) pieces.push(permission.action, permission.reason ?? '');
  if (status) pieces.push(status.label, status.detail ?? '');
  if (event.raw !== undefined) strings(event.raw, pieces);
  const body = pieces.join('\n');
  return { body: spreadUnspaced(body), parts: wordsInside(body) };
}

function strings(value: unknown, into: string[], depth = 0): void {
  if (typeof value === 'string') {
    if (value !== '') into.push(value);
  } else if (typeof value === 'number') into.push(String(value));
  else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const key in value) strings((value as Record<string, unknown>)[key], into, depth + 1);
  }
}

const WORD = /[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/g;
/** An identifier longer than this is data. */
const MAX_IDENTIFIER = 100;

/** The words in `parseHTTPRequest`: parse, HTTP, Request. Each once, for the whole text. */
export function wordsInside(text: string): string {
  const words = new Set<string>();
  for (const identifier of humped(text)) {
    for (const word of identifier.match(WORD) ?? []) if (word.length > 1) words.add(word.toLowerCase());
  }
  return [...words].join(' ');
}

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) return LOWER;
  return code >= 65 && code <= 90 ? UPPER : OTHER;
});

/** Runs of letters and digits with a capital inside. Character by character: this sees every byte of every log. */
function humped(text: string): Set<string> {
  const found = new Set<string>();
  let start = 0;
  let isHumped = false;
  let before = OTHER;
  for (let i = 0; i <= text.length; i++) {
    const code = text.charCodeAt(i);
    const kind = code < 128 ? (CLASSES[code] as number) : OTHER;
    if (kind === UPPER && before === LOWER) isHumped = true;
    else if (kind === LOWER && before === UPPER && i - start > 1) isHumped = true;
    else if (kind === OTHER) {
      if (isHumped && i - start <= MAX_IDENTIFIER) found.add(text.slice(start, i));
      isHumped = false;
      start = i + 1;
    }
    before = kind;
  }
  return found;
}

const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`);
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'g');

/** Chinese, Japanese, Thai and the like, as overlapping pairs: 日本語 becomes 日本 本語. */
export function spreadUnspaced(text: string): string {
  return HAS_UNSPACED.test(text) ? text.replace(UNSPACED_RUN, (run) => ` ${pairs(run).join(' ')} `) : text;
}

function pairs(run: string): string[] {
  if (run.length === 1) return [run];
  const all: string[] = [];
  for (let i = 0; i + 1 < run.length; i++) all.push(run.slice(i, i + 2));
  return all;
}
