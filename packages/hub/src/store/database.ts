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
  readonly words: WordIndex;
  /** ` for update` where rows have to be locked. */
  readonly lock: string;
  /** All of it happens, or nothing. One that lost a race with another is tried again. */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Removes what is left of removed rows on the disk. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface IndexedWords {
  readonly segment: number;
  readonly words: readonly string[];
}

/** The index of the words of segments. */
export interface WordIndex {
  add(queries: Queries, rows: readonly IndexedWords[]): Promise<void>;
  remove(queries: Queries, segments: readonly number[]): Promise<void>;
  /**
   * Segments that have, for each of the wanted, any of its alternatives, of sessions that `where` chooses (of `t`, with
   * parameters from $2 on), the latest first; one more than `limit` if there are more.
   */
  find(
    queries: Queries,
    wanted: readonly WantedWords[],
    where: { readonly sql: string; readonly parameters: readonly Value[] },
    limit: number,
  ): Promise<Row[]>;
}

/** `$3, $4, $5` for a list of three that begins at 3. */
export const numbered = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `$${from + i}`).join(', ');

/** Databases take so many parameters at most; lists are asked for in pieces. */
export const AT_ONCE = 500;

export function* inPieces<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += AT_ONCE) yield list.slice(at, at + AT_ONCE);
}
