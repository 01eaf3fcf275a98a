/**
 * The little that both databases have in common: statements with numbered parameters, and transactions. Statements are
 * written once, in SQL that both understand; what differs (the schema, and the index of words) each has in its folder.
 */
import type { WantedWords } from '@hansard/core/segments/segment-words.ts';

export type Value = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, unknown>>;

export interface Queries {
  /** Parameters are `$1`, `$2`, …; each may be used more than once. */
  all(sql: string, ...parameters: Value[]): Promise<Row[]>;
  /** How many rows it changed. */
  run(sql: string, ...parameters: Value[]): Promise<number>;
}

export interface Database extends Queries {
  readonly segments: SegmentIndex;
  /** ` FOR UPDATE OF t` where rows have to be locked. */
  readonly lock: string;
  /** All of it happens, or nothing. One that lost a race with another is tried again. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Calls when something was logged; undefined where others cannot tell. Returns what ends it. */
  listen(changed: () => void): (() => void) | undefined;
  /** What is to be done now and then. */
  tend(): Promise<void>;
  /** Removes what is left of removed rows on the disk. */
  settle(): Promise<void>;
  /** Its tables, those first that others refer to; without what belongs to the index of words. */
  tables(queries: Queries): Promise<readonly string[]>;
  /** Rows that come next in these tables get numbers behind those that are there. */
  numberOn(queries: Queries, tables: readonly string[]): Promise<void>;
  /** Takes nothing any more: what is in it was moved elsewhere. */
  retire(): Promise<void>;
  close(): Promise<void>;
}

/** A segment as it is written, with the words that it is found by. */
export interface SegmentRow {
  /** Given by the database without it. */
  readonly no?: number;
  readonly transcript: number;
  readonly hash: string;
  readonly position: number;
  readonly bytes: number;
  readonly time: number;
  /** Empty where it lies in a pack. */
  readonly body: Uint8Array;
  readonly object: string | null;
  readonly start: number | null;
  readonly length: number | null;
  readonly facts: Uint8Array;
  readonly words: readonly string[];
}

/** Segments and the index of their words. */
export interface SegmentIndex {
  insert(queries: Queries, rows: readonly SegmentRow[]): Promise<void>;
  /** Of the words alone. */
  remove(queries: Queries, segments: readonly number[]): Promise<void>;
  /**
   * Segments that have what is asked, of sessions that `where` chooses (of `t` and `s`, with parameters from $2 on), the
   * latest first; one more than `limit` if there are more.
   */
  find(queries: Queries, asked: Asked, where: Where, limit: number): Promise<Row[]>;
  /** Whether more than so many segments have what is asked, whosesoever they are. */
  hasMore(queries: Queries, asked: Asked, than: number): Promise<boolean>;
}

export interface Asked {
  /** For each of these, any of its alternatives. */
  readonly wanted: readonly WantedWords[];
  /** Only segments whose latest event is of one of these days, counted from 1970; one day after the other, the last first. */
  readonly days?: readonly number[];
}

export interface Where {
  readonly sql: string;
  readonly parameters: readonly Value[];
}

export const DAY = 86_400_000;

/** The day that a segment is found by. No text has such a word: the sign is no letter. */
export const dayOf = (time: number): number => Math.floor(time / DAY);
export const dayWord = (day: number): string => `§${day}`;

/** `$3, $4, $5` for a list of three that begins at 3. */
export const numbered = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `$${from + i}`).join(', ');

/** Databases take so many parameters at most; lists are asked for in pieces. */
export const AT_ONCE = 500;

export function* inPieces<T>(list: readonly T[], most = AT_ONCE): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += most) yield list.slice(at, at + most);
}
