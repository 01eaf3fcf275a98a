/** What a privacy profile keeps from leaving, in plain words: for one line beside an export, and at the top of a preview. */

import { STUB_TEXT } from '../privacy/content/stub.ts';
import type { Profile } from '../privacy/index.ts';
import type { Redaction, Transcript } from '../transcript.ts';

export interface LeftOut {
  /** Kinds of content that are not there, with how many events each was in: `tool output (312)`. */
  readonly content: string[];
  /** Kinds of values that something else stands for: `2 secrets`. */
  readonly replaced: string[];
}

/** The kinds of content that a profile leaves out, whatever is in the session. */
export function contentLeftOut({ content }: Pick<Profile, 'content'>): string[] {
  return [
    ...(content.toolOutput === 'full' ? [] : [OUTPUT[content.toolOutput]]),
    ...(content.includeFileContents ? [] : ['file contents']),
    ...(content.reasoning ? [] : ['reasoning']),
    ...(content.images ? [] : ['images']),
  ];
}

/** Of a transcript that went through the gate. */
export function leftOutOf({ events, privacy }: Transcript, profile: Pick<Profile, 'content'>): LeftOut {
  const content = new Map<string, number>();
  const values = new Map<string, number>();
  for (const { type, text, extra, redactions } of events) {
    const isStub = type === 'meta' && text === STUB_TEXT;
    const kinds = new Set((redactions ?? []).flatMap((redaction) => contentKind(redaction) ?? []));
    if (isStub) kinds.add(extra?.['dropped'] === 'reasoning' ? 'reasoning' : 'event');
    for (const kind of kinds) count(content, kind);
    for (const { type } of redactions ?? []) count(values, type);
  }
  for (const { type } of privacy?.redactions ?? []) count(values, type);
  if (profile.content.toolOutput === 'truncated' || profile.content.toolOutput === 'none') content.set('output', 0);
  return {
    content: KINDS.flatMap((kind) => contentWords(kind, content.get(kind), profile)),
    replaced: Object.entries(VALUES).flatMap(([type, words]) => valueWords(values.get(type) ?? 0, words)),
  };
}

/** `a, b and c` */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

const OUTPUT = {
  truncated: 'the middle of long tool output',
  'metadata-only': 'tool output',
  none: 'tool output',
} as const;

/** By the word in the placeholder. */
const CONTENT: Readonly<Record<string, string>> = {
  'tool-output': 'tool output',
  'file-contents': 'file contents',
  reasoning: 'reasoning',
  image: 'images',
  'unparsed-record': 'records that could not be read',
  event: 'whole events',
};

/** Output that is shortened or gone without a trace is not counted. */
const KINDS = ['output', ...Object.keys(CONTENT)];

/** One and many, by the type of the redaction, what matters most first. */
const VALUES: Readonly<Record<string, readonly [string, string]>> = {
  secret: ['secret', 'secrets'],
  pii: ['piece of personal data', 'pieces of personal data'],
  identity: ['name', 'names'],
  host: ['machine or address', 'machines or addresses'],
  path: ['path', 'paths'],
};

function contentKind({ type, placeholder }: Redaction): string | undefined {
  if (type !== 'content') return undefined;
  const kind = /^\[REDACTED:([a-z-]+)/.exec(placeholder)?.[1] ?? '';
  return Object.hasOwn(CONTENT, kind) ? kind : 'event';
}

function contentWords(kind: string, number: number | undefined, { content }: Pick<Profile, 'content'>): string[] {
  if (number === undefined) return [];
  if (kind === 'output') return [OUTPUT[content.toolOutput as keyof typeof OUTPUT]];
  return [`${CONTENT[kind]} (${number.toLocaleString('en-US')})`];
}

const valueWords = (number: number, [one, many]: readonly [string, string]): string[] =>
  number === 0 ? [] : [`${number.toLocaleString('en-US')} ${number === 1 ? one : many}`];

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
