/**
 * What a conversation with a model is made of, whichever API it goes through: one item for each thing that is said, called
 * or answered. An item becomes one entry of a transcript and one link of a conversation.
 */
import { isObject } from '../reading/native-values.ts';
import type { Usage } from '../transcript.ts';
import { hash } from './hash.ts';

export type ItemRole = 'system' | 'user' | 'assistant' | 'tool';

export interface Item {
  readonly role: ItemRole;
  /** `reference`: an item of an earlier answer, by its id. */
  readonly kind: 'text' | 'call' | 'result' | 'reasoning' | 'reference' | 'other';
  readonly text: string;
  /** The provider's id of the item, by which later requests may refer to it. */
  readonly id?: string;
  readonly media?: readonly Media[];
  /** Calls and results. */
  readonly callId?: string;
  readonly name?: string;
  readonly input?: unknown;
  /** Results: the tool says that it failed. */
  readonly failed?: boolean;
  readonly refusal?: boolean;
  /** What else the API says of it. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Pictures, sound and files, in the message or by address. */
export interface Media {
  readonly type: 'image' | 'file_ref';
  readonly mime?: string;
  readonly url?: string;
  /** Base64. */
  readonly data?: string;
  readonly label?: string;
}

export interface ToolOffered {
  readonly name: string;
  readonly description?: string;
  readonly schema?: unknown;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A request as far as it matters to the record. */
export interface ModelRequest {
  readonly model?: string;
  readonly system?: string;
  readonly items: readonly Item[];
  readonly tools: readonly ToolOffered[];
  /** The rest of the body: temperature, limits, response format and the like. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Id of the response or of the stored conversation that it goes on from. */
  readonly previous?: string;
  readonly conversation?: string;
}

export interface Answer {
  readonly model?: string;
  readonly responseId?: string;
  /** Of several answers to one request all are here. */
  readonly choices: readonly (readonly Item[])[];
  readonly finishReason?: string;
  readonly usage?: Usage;
  readonly error?: AnswerError;
  /** The protocol's own last event has come. */
  readonly complete: boolean;
  /** The answer is made in the background, and asked for later. */
  readonly pending?: boolean;
}

export interface AnswerError {
  readonly message: string;
  readonly code?: string;
}

/** Joins texts that follow each other, and leaves empty ones out: not every SDK sends them back as they came. */
export function settled(items: readonly Item[]): Item[] {
  const joined: Item[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (item.kind === 'text' && item.text === '' && !item.media?.length) continue;
    if (last && joins(last, item)) joined[joined.length - 1] = { ...last, text: last.text + item.text };
    else joined.push(item);
  }
  return joined;
}

function joins(a: Item, b: Item): boolean {
  if (a.kind !== b.kind || a.role !== b.role || (a.kind !== 'text' && a.kind !== 'reasoning')) return false;
  return a.id === b.id && a.refusal === b.refusal && !a.media && !b.media && !a.extra && !b.extra;
}

/**
 * What an item means, as a key: equal for the answer as it was given and as it is sent back. Ids of items, nulls, order of
 * keys and marks for the cache are left out; reasoning has no key, as SDKs drop or replace it.
 */
export function meaningOf(item: Item): string | undefined {
  switch (item.kind) {
    case 'reasoning':
    case 'reference':
      return undefined;
    case 'call':
      return hash(`call\n${item.callId ?? ''}\n${item.name ?? ''}\n${canonical(item.input)}`);
    case 'result':
      return hash(`result\n${item.callId ?? item.name ?? ''}\n${item.text}${mediaKey(item)}`);
    default:
      return hash(`${item.kind}\n${item.role}\n${item.text}${mediaKey(item)}`);
  }
}

function mediaKey({ media = [] }: Item): string {
  return media
    .map(({ mime, url, data }) => `\n${mime ?? ''} ${url ?? ''} ${data === undefined ? '' : hash(data)}`)
    .join('');
}

/** Nothing that somebody means is nested deeper. */
const MAX_DEPTH = 200;

/** JSON with sorted keys and without nulls. */
export function canonical(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) return '"…"';
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined && value[key] !== null)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key], depth + 1)}`);
  return `{${members.join(',')}}`;
}
