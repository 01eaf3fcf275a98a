/**
 * Hits that show the same words are one: agents repeat a sentence in a plan, a call, its result and a summary, and five
 * of them tell no more than the first.
 */
import type { Snippet } from './snippet.ts';

/** Candidates that a store looks up for each hit that is shown, so that there are others behind the same ones. */
export const CANDIDATES_PER_HIT = 4;

/** What makes a hit the same as another of its session; undefined for one that shows nothing that was found. */
export const hitKey = (snippet: Snippet | null | undefined): string | undefined =>
  snippet && snippet.marks.length > 0 ? snippet.text.replaceAll(/\s{2,}|[^\S ]/g, ' ').trim() : undefined;

/** Chooses the hits of one session that are shown, in the order in which they are offered. */
export class DistinctHits<T> {
  readonly shown: T[] = [];
  /** Hits that were like others. */
  same = 0;
  readonly #most: number;
  readonly #keys = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.shown.length >= this.#most;
  }

  get room(): number {
    return this.#most - this.shown.length;
  }

  offer(hit: T, snippet: Snippet | null | undefined): void {
    const key = hitKey(snippet);
    if (key !== undefined && this.#keys.has(key)) {
      this.same++;
      return;
    }
    if (this.isFull) return;
    if (key !== undefined) this.#keys.add(key);
    this.shown.push(hit);
  }
}
