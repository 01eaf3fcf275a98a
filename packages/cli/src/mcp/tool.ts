/** What a tool of the server is, and what it works with. */

import type { PriceBook } from '@hansard/core';
import type { GatedTexts } from '@hansard/core/redacted/gated-texts.ts';
import type { LeftWords } from '@hansard/core/redacted/left-words.ts';
import type { RedactedSessions } from '@hansard/core/redacted/redacted-sessions.ts';
import type { MakeMatcher } from '@hansard/core/search/matcher.ts';
import type { Store } from '@hansard/core/store/store.ts';

export interface Desk {
  /** Name of the privacy profile. */
  readonly profile: string;
  readonly sessions: RedactedSessions;
  readonly texts: GatedTexts;
  readonly words: LeftWords;
  readonly timezone: string;
  readonly matcher: MakeMatcher;
  prices(): Promise<PriceBook>;
  /** The archive, for as long as the work takes: between two questions others have it to themselves. */
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
}

/** A JSON Schema of an object, as far as it is needed here. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export interface McpTool<Input> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: InputSchema;
  /** The answer, made of nothing but what went through the gate. Whatever is thrown becomes an error of the tool. */
  answer(desk: Desk, input: Input): Promise<string>;
}
