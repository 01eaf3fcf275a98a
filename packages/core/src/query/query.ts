/**
 * What can be asked, as a structure. Words and phrases are found in events; filters choose events and the sessions
 * they are in; regular expressions look through the events of the sessions that the rest has chosen. Everything that
 * is listed must hold, and of the alternatives inside one clause any may.
 */
import type { Place } from './bad-query.ts';

export interface Query {
  /** As it was typed. */
  readonly source: string;
  readonly text: readonly TextClause[];
  readonly filters: readonly Filter[];
  readonly patterns: readonly PatternClause[];
  /** Injected prompts and bookkeeping are looked through, too; otherwise nothing is found in them. */
  readonly background: boolean;
}

/** `word`, `"a phrase"`, `begins*`, `this OR that`; excluded with a minus. */
export interface TextClause extends Place {
  readonly excluded: boolean;
  readonly any: readonly TextTerm[];
}

export interface TextTerm extends Place {
  readonly text: string;
  /** The last word may go on. */
  readonly prefix: boolean;
}

/** `/…/flags` */
export interface PatternClause extends Place {
  readonly excluded: boolean;
  readonly pattern: RegExp;
}

interface Clause extends Place {
  readonly excluded: boolean;
}

/** What can be said of an event by one word, or of its session. */
export const STATES = [
  'error',
  'subagent',
  'user',
  'assistant',
  'tool',
  'reasoning',
  'edit',
  'unparsed',
  'system',
  'bookkeeping',
  'any',
  'starred',
  'missing',
  'stub',
] as const;
export type State = (typeof STATES)[number];

/** States that bring injected prompts and bookkeeping back into a search. `any` holds of every event. */
export const BACKGROUND_STATES: readonly State[] = ['system', 'bookkeeping', 'any'];

/** Filters that look at the events, and filters that look at their sessions, by texts to compare with. */
export const EVENT_TEXTS = ['tool', 'model', 'file'] as const;
export const SESSION_TEXTS = [
  ...(['project', 'session', 'tag', 'machine', 'origin', 'branch', 'commit', 'title'] as const),
  // What is a step of a run, by the names of that.
  ...(['run', 'flow', 'step', 'engine'] as const),
] as const;

export type Filter =
  | (Clause & { readonly name: 'agent'; readonly ids: readonly string[] })
  | (Clause & { readonly name: 'is'; readonly states: readonly State[] })
  /** Milliseconds since 1970: from then on. */
  | (Clause & { readonly name: 'after'; readonly time: number })
  /** Earlier than that. */
  | (Clause & { readonly name: 'before'; readonly time: number })
  | (Clause & { readonly name: (typeof EVENT_TEXTS)[number]; readonly texts: readonly string[] })
  | (Clause & { readonly name: (typeof SESSION_TEXTS)[number]; readonly texts: readonly string[] });

export const FILTER_NAMES = ['agent', 'is', 'after', 'before', ...EVENT_TEXTS, ...SESSION_TEXTS] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
