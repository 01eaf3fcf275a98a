/** One thing that was found in a text. */
import type { Rule } from '../rule.ts';

export interface Finding {
  /** First UTF-16 unit of what has to go, in the text as it is written. */
  readonly start: number;
  readonly end: number;
  /** The thing itself, with encodings undone: what to look for in other places. */
  readonly value: string;
  readonly rule: Rule;
  /** What to put in its place, when it is not the rule's placeholder: a pseudonym. */
  readonly replacement?: string;
}
