/**
 * Events that are loaded: pages around what is shown, dropped when they are far away. Asking for a page twice asks the
 * server once; a page that could not be had is asked for again after a while, or when the reader says so.
 */
import type { ArchivedEvent, ArchivedEventPage } from '@hansard/client';

/** Even if each event has a text of the longest kind that is sent, a page is below a megabyte. */
export const PAGE_SIZE = 50;
const KEPT_PAGES = 40;
const AT_ONCE = 4;
const RETRY_MS = 3000;

export type LoadPage = (range: { after: number; limit: number }) => Promise<ArchivedEventPage>;

export interface PageEvents {
  loaded(events: readonly ArchivedEvent[], lastSeq: number): void;
  failed(error: unknown): void;
  /** What is wanted may be asked for again. */
  again(): void;
}

export const pageOf = (seq: number): number => Math.floor((seq - 1) / PAGE_SIZE);

export class EventPages {
  readonly #load: LoadPage;
  readonly #told: PageEvents;
  readonly #events = new Map<number, ArchivedEvent>();
  /** Pages that were loaded, least recently wanted first, with the last logSeq that they were to hold. */
  readonly #pages = new Map<number, number>();
  readonly #loading = new Set<number>();
  #waiting: number[] = [];
  readonly #failed = new Set<number>();
  readonly #kept: number;

  constructor(load: LoadPage, told: PageEvents, kept = KEPT_PAGES) {
    this.#kept = kept;
    this.#load = load;
    this.#told = told;
  }

  get(seq: number): ArchivedEvent | undefined {
    return this.#events.get(seq);
  }

  /** An event that came by another way: the stream, or asked for alone. */
  put(archived: ArchivedEvent): void {
    this.#events.set(archived.logSeq, archived);
    const page = pageOf(archived.logSeq);
    if (!this.#pages.has(page)) this.#pages.set(page, 0);
    this.#drop();
  }

  /** Loads the pages of these events; what was wanted before and is not loading yet is forgotten. */
  want(seqs: Iterable<number>, lastSeq = Number.POSITIVE_INFINITY): void {
    const pages = new Set<number>();
    for (const seq of seqs) {
      const page = pageOf(seq);
      const had = this.#pages.get(page);
      if (had !== undefined) this.#touch(page, had);
      // A page that was loaded when the session was shorter is loaded again for what the stream did not bring.
      const isComplete =
        had !== undefined && (had >= Math.min(lastSeq, (page + 1) * PAGE_SIZE) || this.#events.has(seq));
      if (!isComplete && seq >= 1 && seq <= lastSeq) pages.add(page);
    }
    this.#waiting = [...pages].filter((page) => !this.#loading.has(page) && !this.#failed.has(page));
    this.#next();
  }

  #touch(page: number, last: number): void {
    this.#pages.delete(page);
    this.#pages.set(page, last);
  }

  #next(): void {
    while (this.#loading.size < AT_ONCE) {
      const page = this.#waiting.shift();
      if (page === undefined) return;
      this.#loading.add(page);
      void this.#fetch(page);
    }
  }

  async #fetch(page: number): Promise<void> {
    try {
      const { events, lastSeq } = await this.#load({ after: page * PAGE_SIZE, limit: PAGE_SIZE });
      for (const archived of events) this.#events.set(archived.logSeq, archived);
      this.#touch(page, Math.min(lastSeq, (page + 1) * PAGE_SIZE));
      this.#drop();
      this.#loading.delete(page);
      this.#told.loaded(events, lastSeq);
    } catch (error) {
      this.#loading.delete(page);
      this.#fail(page, error);
    }
    this.#next();
  }

  #fail(page: number, error: unknown): void {
    this.#failed.add(page);
    this.#told.failed(error);
    setTimeout(() => this.retry(), RETRY_MS);
  }

  /** Pages that could not be had may be asked for again. */
  retry(): void {
    if (this.#failed.size === 0) return;
    this.#failed.clear();
    this.#told.again();
  }

  #drop(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= this.#kept) return;
      this.#pages.delete(page);
      for (let seq = page * PAGE_SIZE + 1; seq <= (page + 1) * PAGE_SIZE; seq++) this.#events.delete(seq);
    }
  }
}
