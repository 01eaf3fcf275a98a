/**
 * One session as the page reads it: what is known of all its events, the ones that are loaded, and the rows that follow
 * from both. Not a component, so that scrolling and streaming do not pass through React's state.
 */
import type { ArchivedEvent, SessionDetail, SessionMap } from '@hansard/client';
import { CallResults } from '../model/call-results.ts';
import type { View } from '../model/groups.ts';
import { type Rows, rowsOf } from '../model/row-order.ts';
import { Skeleton } from '../model/skeleton.ts';
import { SpawningCalls } from '../model/spawning-calls.ts';
import { EventPages, pageOf } from './event-pages.ts';
import { LoadedFacts } from './loaded-facts.ts';
import type { TranscriptClient } from './transcript-client.ts';

export class TranscriptStore {
  readonly id: string;
  readonly client: TranscriptClient;
  readonly pages: EventPages;
  readonly #facts = new LoadedFacts();
  readonly #listeners = new Set<() => void>();
  /** Subagents that the reader folded or opened, by source. */
  readonly #folds = new Map<string, boolean>();
  skeleton = new Skeleton();
  #results = new CallResults();
  #spawning = new SpawningCalls();
  #places: readonly (number | undefined)[] | undefined;
  #view: View | undefined;
  #rows: Rows | undefined;
  #told = false;
  readonly #streamed: ArchivedEvent[] = [];
  detail: SessionDetail | undefined;
  /** The session may still grow, as far as the stream says. */
  live: boolean | undefined;
  /** The whole skeleton is here. */
  isMapped = false;
  lastSeq = 0;
  error: unknown;
  /** Counts changes, for those who watch. */
  version = 0;
  /** Counts changes of the rows' order. */
  structure = 0;

  /** `keptPages`: how many pages of events are held. */
  constructor(id: string, client: TranscriptClient, { keptPages }: { keptPages?: number } = {}) {
    this.id = id;
    this.client = client;
    this.pages = new EventPages(
      (range) => client.transcriptEvents(id, range),
      {
        loaded: (events, lastSeq) => {
          this.error = undefined;
          this.add(events, lastSeq);
        },
        failed: (error) => {
          this.error = error;
          this.changed();
        },
        again: () => this.changed(),
      },
      keptPages,
    );
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Watchers are told once for all that changes in one go. */
  changed(): void {
    this.version++;
    if (this.#told) return;
    this.#told = true;
    queueMicrotask(() => {
      this.#told = false;
      for (const listener of this.#listeners) listener();
    });
  }

  #reorder(): void {
    this.#rows = undefined;
    this.#places = undefined;
    this.structure++;
    this.changed();
  }

  setDetail(detail: SessionDetail): void {
    this.detail = detail;
    this.lastSeq = Math.max(this.lastSeq, detail.lastSeq);
    this.#spawning = new SpawningCalls(detail.sources);
    this.#relearn();
    this.#reorder();
  }

  setMap(map: SessionMap): void {
    const before = this.skeleton;
    this.skeleton = new Skeleton(map);
    this.isMapped = true;
    this.lastSeq = Math.max(this.lastSeq, map.lastSeq);
    this.#results = new CallResults();
    // What came while the map was under way.
    for (let seq = map.lastSeq + 1; seq <= before.lastSeq; seq++) this.#put(seq);
    this.#results.guess(this.skeleton);
    this.#relearn();
    this.#reorder();
  }

  /** Events that were loaded or streamed, new or changed. */
  add(events: readonly ArchivedEvent[], lastSeq = 0): void {
    this.lastSeq = Math.max(this.lastSeq, lastSeq);
    let reorders = false;
    for (const archived of events) {
      this.lastSeq = Math.max(this.lastSeq, archived.logSeq);
      if (this.skeleton.put(archived.logSeq, archived.event)) reorders = true;
    }
    // Pairs are guessed for all before any of them is corrected.
    if (reorders && this.isMapped) this.#results.guess(this.skeleton);
    for (const archived of events) {
      if (this.#facts.learn(archived, this.#results, this.#spawning)) reorders = true;
    }
    if (reorders) this.#reorder();
    else this.changed();
  }

  /** From the stream: kept although no page was loaded. */
  addStreamed(archived: ArchivedEvent): void {
    if (archived.logSeq <= this.lastSeq && !this.pages.get(archived.logSeq)) return;
    this.pages.put(archived);
    this.#streamed.push(archived);
    if (this.#streamed.length > 1) return;
    // Events that come together are put in their order together.
    queueMicrotask(() => this.add(this.#streamed.splice(0)));
  }

  /** An event that is known has changed. */
  change(archived: ArchivedEvent): void {
    if (this.pages.get(archived.logSeq)) this.pages.put(archived);
    this.add([archived]);
  }

  /** Loads an event with all of its texts, in place of the one with shortened ones. */
  async loadWhole({ event }: ArchivedEvent): Promise<void> {
    this.change(await this.client.event(this.id, event.id));
  }

  setLive(live: boolean): void {
    this.live = live;
    this.changed();
  }

  /** Loads the pages of these events; done when they are there or could not be had. */
  load(seqs: readonly number[]): Promise<void> {
    return new Promise((resolve) => {
      const isDone = () =>
        this.error !== undefined || seqs.every((seq) => this.pages.get(seq) !== undefined || seq < 1);
      const stop = this.subscribe(() => {
        if (!isDone()) return;
        stop();
        resolve();
      });
      this.pages.want(seqs, this.lastSeq);
      if (isDone() || this.lastSeq === 0) {
        stop();
        resolve();
      }
    });
  }

  /** All of these, a few pages after the other. */
  async loadAll(seqs: readonly number[]): Promise<void> {
    const pages = new Map(seqs.map((seq) => [pageOf(seq), seq]));
    for (const seq of pages.values()) await this.load([seq]);
  }

  #put(seq: number): void {
    const archived = this.pages.get(seq);
    if (archived) this.skeleton.put(seq, archived.event);
  }

  #relearn(): void {
    for (let seq = 1; seq <= this.skeleton.lastSeq; seq++) {
      const archived = this.pages.get(seq);
      if (archived) this.#facts.learn(archived, this.#results, this.#spawning);
    }
  }

  get(seq: number): ArchivedEvent | undefined {
    return this.pages.get(seq);
  }

  seqOf(eventId: string): number | undefined {
    return this.#facts.seqOf(eventId);
  }

  resultSeq(call: number): number | undefined {
    return this.#results.resultOf(call);
  }

  callSeq(result: number): number | undefined {
    return this.#results.callOf(result);
  }

  sourceFacts(source: string) {
    return this.#spawning.facts(source);
  }

  /** The logSeq of the call that spawned a source. */
  spawnOf(source: number): number | undefined {
    this.#places ??= this.#spawning.places(this.skeleton);
    return this.#places[source];
  }

  isFolded(source: number): boolean {
    const name = this.skeleton.sources[source] ?? '';
    return this.#folds.get(name) ?? this.#view?.level !== 'full';
  }

  fold(source: number, folded: boolean): void {
    const name = this.skeleton.sources[source] ?? '';
    if (this.isFolded(source) === folded) return;
    this.#folds.set(name, folded);
    this.#reorder();
  }

  /** The rows of a view; the same object until something changes their order. */
  rows(view: View): Rows {
    if (this.#rows && this.#view === view) return this.#rows;
    this.#view = view;
    this.#rows = rowsOf({
      skeleton: this.skeleton,
      results: this.#results,
      view,
      spawn: (source) => this.spawnOf(source),
      isFolded: (source) => this.isFolded(source),
    });
    return this.#rows;
  }
}
