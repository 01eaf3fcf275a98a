/** What a tool of the server is, and what it works with. */

import type { GatedTexts } from '@hansard/archive/gated/gated-texts.ts';
import type { OpenArchive, RedactedSessions } from '@hansard/archive/gated/redacted-sessions.ts';
import type { PriceBook } from '@hansard/core';

export interface Desk {
  /** Name of the privacy profile. */
  readonly profile: string;
  readonly sessions: RedactedSessions;
  readonly texts: GatedTexts;
  readonly timezone: string;
  prices(): Promise<PriceBook>;
  /** The archive, for as long as the work takes: between two questions others have it to themselves. */
  withArchive<T>(work: (open: OpenArchive) => Promise<T>): Promise<T>;
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
