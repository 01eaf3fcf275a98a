/** What the APIs share: arguments in JSON, media in blocks of content, token buckets. */
import { countOf, isObject, type Json, objectOf, stringOf, textOf } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';
import type { Item, Media } from '../item.ts';

/** Arguments are JSON in a text; what is none stays as it is. */
export function argumentsOf(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? {};
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const DATA_URL = /^data:([^;,]{0,100})(?:;[^,]{0,200})?;base64,/;

/** An address, or content in the address itself. */
export function mediaAt(url: unknown, type: Media['type'], mime?: string): Media | undefined {
  const text = stringOf(url);
  if (text === undefined) return undefined;
  const inline = DATA_URL.exec(text.slice(0, 400));
  if (!inline) return { type, url: text, ...(mime ? { mime } : {}) };
  return { type, mime: inline[1] || mime, data: text.slice(inline[0].length) };
}

export function mediaIn(data: unknown, mime: unknown, label?: unknown): Media {
  const kind = stringOf(mime);
  return {
    type: kind?.startsWith('image/') ? 'image' : 'file_ref',
    ...(kind ? { mime: kind } : {}),
    ...(typeof data === 'string' ? { data } : {}),
    ...(stringOf(label) ? { label: stringOf(label) } : {}),
  };
}

/** A message of text and media; anything else in it is kept as it is. */
export interface Content {
  text: string;
  media: Media[];
  other: Json[];
}

export const emptyContent = (): Content => ({ text: '', media: [], other: [] });

export function contentItem(role: Item['role'], content: Content, more: Partial<Item> = {}): Item {
  return {
    role,
    kind: 'text',
    text: content.text,
    ...(content.media.length > 0 ? { media: content.media } : {}),
    ...(content.other.length > 0 ? { extra: { content: content.other } } : {}),
    ...more,
  };
}

/** Joins texts of one message by an empty line. */
export function addText(content: Content, text: unknown): void {
  const words = textOf(text);
  if (words) content.text = content.text === '' ? words : `${content.text}\n\n${words}`;
}

/** Numbers in which the cache is a part of the input and reasoning a part of the output. */
export function includedUsage(
  native: unknown,
  numbers: { input: unknown; output: unknown; cacheRead?: unknown; cacheWrite?: unknown; reasoning?: unknown },
  responseId: string | undefined,
): Usage | undefined {
  if (!isObject(native)) return undefined;
  const cacheRead = countOf(numbers.cacheRead);
  const cacheWrite5m = countOf(numbers.cacheWrite);
  const reasoning = countOf(numbers.reasoning);
  return {
    input: Math.max(0, countOf(numbers.input) - cacheRead - cacheWrite5m),
    output: Math.max(0, countOf(numbers.output) - reasoning),
    cacheRead,
    cacheWrite5m,
    cacheWrite1h: 0,
    reasoning,
    ...(responseId ? { responseId } : {}),
    native,
  };
}

/** What of a body is a parameter: all but what has a place of its own, and no keys. */
export function parametersOf(body: Json, known: ReadonlySet<string>): Json {
  const rest = Object.entries(body).filter(
    ([name, value]) => !known.has(name) && value !== undefined && value !== null,
  );
  return withoutKeys(Object.fromEntries(rest)) as Json;
}

/** Gateways take keys in the body, and tools on other servers come with the headers for them. */
const KEYS = /^((extra_)?headers|authorization(_token)?|(x-)?api[-_]?key|password|credentials|vertex_credentials)$/i;
const MAX_DEPTH = 100;

/** A value without whatever is there to sign in somewhere. */
export function withoutKeys(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => withoutKeys(item, depth + 1));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !KEYS.test(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutKeys(item, depth + 1)]));
}

export function errorIn(body: Json): { message: string; code?: string } | undefined {
  const { error } = body;
  if (typeof error === 'string') return { message: error };
  if (!isObject(error)) return undefined;
  const code = error['code'] ?? error['type'] ?? error['status'];
  return {
    message: textOf(error['message']) ?? JSON.stringify(error).slice(0, 2000),
    ...(code === undefined || code === null ? {} : { code: String(code) }),
  };
}

/** Whether of this piece of an answer nothing but the one text adds to what came before. */
export const addsAlone = (piece: unknown, name: string | undefined, label: string): boolean =>
  Object.entries(objectOf(piece)).every(([field, value]) => field === name || field === label || value === null);

export const fieldOf = (value: unknown, name: string): unknown => objectOf(value)[name];
