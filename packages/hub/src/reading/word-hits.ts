/**
 * Looks for words in the segments that the index has found, and opens no more of a session than is needed to show what is in
 * it. A line of a segment is parsed only when it has the letters of what is asked for.
 */
import type { Event } from '@hansard/core';
import { PRIMARY_SOURCE } from '@hansard/core/events/source-path.ts';
import type { FoundSession } from '@hansard/core/held/found.ts';
import { type HeldEvent, heldEvent } from '@hansard/core/held/held-session.ts';
import { eventFits } from '@hansard/core/held/match-query.ts';
import type { Query } from '@hansard/core/query/query.ts';
import type { WantedWords } from '@hansard/core/segments/segment-words.ts';
import { composed, fold } from '@hansard/core/words/fold.ts';
import type { SeenRow } from './hub-rows.ts';
import type { Opened } from './opened.ts';

/** Hits of a session after which others are not counted. */
const ENOUGH_HITS = 20;
/** Segments of a session that are looked at where something is found. */
const ENOUGH_SEGMENTS = 16;

export interface Candidates {
  readonly seen: SeenRow;
  /** The latest first. */
  readonly segments: readonly number[];
}

interface Looking extends Candidates {
  readonly hits: HeldEvent[];
  looked: number;
  isOver: boolean;
}

export class WordHits {
  readonly #opened: Opened;
  readonly #query: Query;
  readonly #wanted: readonly WantedWords[];

  /** `wanted`: what the index was asked for. */
  constructor(opened: Opened, query: Query, wanted: readonly WantedWords[]) {
    this.#opened = opened;
    this.#query = query;
    this.#wanted = wanted;
  }

  /** Of each session what is found in it, in their order; those in which nothing is are left out. */
  async in(sessions: readonly Candidates[]): Promise<FoundSession[]> {
    const looking = sessions.map((one): Looking => ({ ...one, hits: [], looked: 0, isOver: false }));
    for (let count = 1; ; count *= 2) {
      const left = looking.filter(({ isOver }) => !isOver);
      if (left.length === 0) break;
      const lines = await this.#opened.lines(
        left.flatMap(({ segments, looked }) => segments.slice(looked, looked + count)),
      );
      for (const one of left) this.#look(one, count, lines);
    }
    return this.#numbered(looking.filter(({ hits }) => hits.length > 0));
  }

  #look(one: Looking, count: number, lines: ReadonlyMap<number, readonly string[]>): void {
    for (const segment of one.segments.slice(one.looked, one.looked + count)) {
      if (one.hits.length >= ENOUGH_HITS) break;
      for (const line of lines.get(segment) ?? []) {
        const hit = this.#mayHave(line) ? this.#hitIn(line, one.seen) : undefined;
        if (hit) one.hits.push(hit);
      }
      one.looked++;
    }
    const isEnough = one.hits.length >= ENOUGH_HITS || (one.hits.length > 0 && one.looked >= ENOUGH_SEGMENTS);
    one.isOver = isEnough || one.looked >= one.segments.length;
  }

  /** Whether a line may have what is asked for. One with escapes may be written in any way. */
  #mayHave(line: string): boolean {
    if (line.includes('\\u')) return true;
    const plain = fold(composed(line));
    return this.#wanted.every((any) => any.some((all) => all.every(({ word }) => plain.includes(word))));
  }

  #hitIn(line: string, { row }: SeenRow): HeldEvent | undefined {
    const event = JSON.parse(line) as Event;
    const held = heldEvent({ ...event, source: event.source ?? PRIMARY_SOURCE }, 0, 0);
    return eventFits(this.#query, held, row) ? held : undefined;
  }

  /** With the numbers that the hub has given to events, newest first. */
  async #numbered(looking: readonly Looking[]): Promise<FoundSession[]> {
    const places = await this.#opened.places(looking.map(({ seen }) => seen));
    return looking.flatMap(({ seen, hits, looked, segments }) => {
      const seqs = places.get(seen.no);
      const placed = hits.flatMap((held): HeldEvent[] => {
        const logSeq = seqs?.(held.event.id);
        // One that is gone meanwhile has none.
        return logSeq === undefined ? [] : [{ ...held, event: { ...held.event, seq: logSeq, logSeq } }];
      });
      if (placed.length === 0) return [];
      placed.sort((a, b) => (b.event.logSeq as number) - (a.event.logSeq as number));
      const isAll = looked >= segments.length;
      return [{ row: seen.row, hits: placed, ...(!isAll && { count: { number: placed.length, exact: false } }) }];
    });
  }
}
