/**
 * Reading a session: goes to events wherever they are, follows the end, and moves from event to event, prompt to prompt
 * and error to error. Everything is found in the columns, so it works for events that are not loaded.
 */
import { MAP_FLAGS } from '@hansard/core/events/map-flags.ts';
import { ListController } from './list/list-controller.ts';
import type { ReadingPlace } from './list/reading-place.ts';
import { DayMarks, daysOf } from './model/day-marks.ts';
import { type Group, groupOf, type View } from './model/groups.ts';
import { headingOf, type Rows, sourceOfHeading } from './model/row-order.ts';
import { Cursor } from './rows/cursor.ts';
import { OpenRows } from './rows/open-rows.ts';
import type { TranscriptStore } from './store/transcript-store.ts';

/** Where a row is put that is gone to. */
const TOP = 56;
/** Rows around what is in sight whose events are loaded too. */
const AROUND = 25;

/** Which rows are there, while not all of them are to be seen. */
export interface RowLimit {
  rows(all: Rows): Rows;
  /** Makes a row be there that is gone to; false when there is no such row. */
  reach(row: number): boolean;
}

export class Reader {
  readonly store: TranscriptStore;
  readonly list = new ListController();
  readonly cursor = new Cursor();
  readonly open = new OpenRows();
  readonly days = new DayMarks();
  #view: View | undefined;
  #layout = '';
  #structure = -1;
  /** An event to be gone to, or a place to be come back to, once its row is there. */
  #awaited: number | ReadingPlace | undefined;
  #limit: RowLimit | undefined;
  #seen = 0;
  /** A row in which something was found, until it was brought into sight. */
  #found: number | undefined;
  readonly #findListeners = new Set<() => void>();
  /** Shows a group that the view hides. */
  show: (group: Group) => void = () => {};

  constructor(store: TranscriptStore) {
    this.store = store;
  }

  /** The rows of a view in a layout; called whenever something may have changed. */
  update(view: View, layout: string): void {
    const changes = this.#view !== view || this.#layout !== layout || this.#structure !== this.store.structure;
    if (changes) this.#lay(view, layout);
    this.load();
  }

  #lay(view: View, layout: string): void {
    if (this.#view && this.#view.level !== view.level) this.open.clear();
    [this.#view, this.#layout, this.#structure] = [view, layout, this.store.structure];
    const last = this.list.rows.ids.at(-1);
    const follows = this.list.isAtEnd || this.#limit !== undefined;
    const rows = this.store.rows(view);
    this.days.set(daysOf(rows, (row) => this.store.skeleton.time(row)));
    this.list.setRows(this.#limit?.rows(rows) ?? rows, (row) => this.#typeOf(row), `${view.level} ${layout}`);
    this.#markUnread(follows ? undefined : last);
    if (typeof this.#awaited === 'number') this.goTo(this.#awaited);
    else if (this.#awaited) this.comeBack(this.#awaited);
  }

  /** Shows only some of the rows from now on, or all again. */
  limit(limit: RowLimit | undefined): void {
    this.#limit = limit;
    if (this.#view) this.#lay(this.#view, this.#layout);
  }

  /** Other rows are there by the limit; this one is the newest and comes into sight. */
  relay(newest: number): void {
    if (this.#view) this.#lay(this.#view, this.#layout);
    this.cursor.current = newest;
    this.list.reveal(newest);
    this.load();
  }

  /** The number of the first event that is shown; 0 when there is none. */
  firstEvent(): number {
    return this.list.rows.ids.find((row) => row > 0) ?? 0;
  }

  #typeOf(row: number): string {
    return row < 0 ? 'heading' : (this.store.skeleton.type(row) ?? '');
  }

  /** Rows that came while the reader was elsewhere begin behind the last that was there. */
  #markUnread(last: number | undefined): void {
    const { isMapped, lastSeq } = this.store;
    const grew = this.#seen > 0 && lastSeq > this.#seen;
    if (isMapped) this.#seen = lastSeq;
    const place = last === undefined ? undefined : this.list.placeOf(last);
    if (grew && place !== undefined) this.cursor.unread ??= this.list.rows.ids[place + 1];
  }

  /** How many rows were not seen. */
  get unread(): number {
    const place = this.cursor.unread === undefined ? undefined : this.list.placeOf(this.cursor.unread);
    return place === undefined ? 0 : this.list.rows.ids.length - place;
  }

  /** Loads the events of what is in sight and around it, results too. */
  load(): void {
    const { first, end } = this.list.shown;
    const { ids } = this.list.rows;
    const seqs: number[] = [];
    const add = (place: number) => {
      const row = ids[place];
      if (row === undefined || row < 0) return;
      seqs.push(row);
      const result = this.store.resultSeq(row);
      if (result !== undefined) seqs.push(result);
    };
    for (let place = first; place < end; place++) add(place);
    for (let away = 1; away <= AROUND && this.store.isMapped; away++) {
      add(end - 1 + away);
      add(first - away);
    }
    this.store.pages.want(seqs, this.store.lastSeq);
  }

  /** Goes to an event: opens the subagent it is in, and shows its group if it is hidden. */
  goTo(seq: number): void {
    this.#awaited = undefined;
    const row = this.store.callSeq(seq) ?? seq;
    const type = this.store.skeleton.type(row);
    this.#unfold(row);
    this.#limit?.reach(row);
    if (this.list.goTo(row, TOP)) {
      this.cursor.current = row;
      this.load();
      return;
    }
    this.#awaited = seq;
    if (type !== undefined && this.#view && !this.#view.groups.has(groupOf(type))) this.show(groupOf(type));
    // Its place is not known before the whole skeleton is.
    else if (this.store.isMapped && type === undefined) this.#awaited = undefined;
  }

  /** Puts what was read before where it was, without pointing at it. */
  comeBack(place: ReadingPlace): void {
    this.#unfold(place.row);
    const isThere = this.list.goTo(place.row, place.top);
    this.#awaited = isThere || this.store.isMapped ? undefined : place;
    if (isThere) this.load();
  }

  #unfold(row: number): void {
    const { skeleton } = this.store;
    let source = skeleton.source(row);
    for (let depth = 0; depth < 100 && skeleton.sources[source] !== 'primary'; depth++) {
      this.store.fold(source, false);
      const call = this.store.spawnOf(source);
      if (call === undefined) return;
      source = skeleton.source(call);
    }
  }

  /** Goes to the first row, or to the last and follows, and is at it. */
  goToEdge(edge: 'first' | 'last'): void {
    this.cursor.current = this.list.rows.ids.at(edge === 'first' ? 0 : -1);
    if (edge === 'last') this.goToEnd();
    else this.list.goToShare(0);
    this.load();
  }

  goToEnd(): void {
    this.cursor.unread = undefined;
    this.list.goToEnd();
    this.load();
  }

  /** The next row that fits, from where the reader is. */
  step(by: 1 | -1, fits: (row: number) => boolean = () => true, start = this.#next(by)): boolean {
    const { ids } = this.list.rows;
    for (let place = start; place >= 0 && place < ids.length; place += by) {
      const row = ids[place];
      if (row === undefined || !fits(row)) continue;
      this.cursor.current = row;
      this.list.reveal(row);
      this.load();
      return true;
    }
    return false;
  }

  /** From the row that the reader is at, or from what is in sight when that row is not. */
  #next(by: 1 | -1): number {
    const { first, end } = this.list.shown;
    const at = this.cursor.current === undefined ? undefined : this.list.placeOf(this.cursor.current);
    if (at !== undefined && at >= first && at < end) return at + by;
    const anchor = this.list.anchor === undefined ? 0 : (this.list.placeOf(this.list.anchor) ?? 0);
    return by > 0 ? anchor : anchor - 1;
  }

  stepPrompt(by: 1 | -1): boolean {
    return this.step(by, (row) => row > 0 && this.store.skeleton.type(row) === 'user_message');
  }

  /** The next error behind where the reader is, from the beginning again after the last. */
  nextError(): void {
    const isError = (row: number) => this.#isError(row);
    if (!this.step(1, isError)) this.step(1, isError, 0);
  }

  #isError(row: number): boolean {
    if (sourceOfHeading(row) !== undefined) return false;
    const { skeleton } = this.store;
    const result = this.store.resultSeq(row);
    return skeleton.has(row, MAP_FLAGS.error) || (result !== undefined && skeleton.has(result, MAP_FLAGS.error));
  }

  /** Goes to an event in which something was found, and opens what could hide it. */
  goToFound(seq: number): void {
    const row = this.store.callSeq(seq) ?? seq;
    this.open.setAll(row, true);
    this.goTo(seq);
    this.#found = row;
    for (const listener of this.#findListeners) listener();
  }

  onFound(listener: () => void): () => void {
    this.#findListeners.add(listener);
    return () => this.#findListeners.delete(listener);
  }

  /** Brings the first of these ranges in the row that was gone to into sight, once it is there. */
  revealFound(ranges: readonly Range[]): void {
    const element = this.#found === undefined ? null : document.querySelector(`[data-row="${this.#found}"]`);
    const range = ranges.find(({ startContainer }) => element?.contains(startContainer));
    if (!range) return;
    this.#found = undefined;
    this.list.revealBox(range.getBoundingClientRect());
  }

  /** The prompt that what is at the top belongs to. */
  currentPrompt(): number | undefined {
    const { ids } = this.list.rows;
    const anchor = this.list.anchor;
    const start = anchor === undefined ? -1 : (this.list.placeOf(anchor) ?? -1);
    for (let place = start; place >= 0; place--) {
      const row = ids[place];
      if (row !== undefined && row > 0 && this.store.skeleton.has(row, MAP_FLAGS.turn)) return row;
    }
    return undefined;
  }

  /** Where an event is in reading order; inside a folded subagent, where its heading is. */
  placeOf(seq: number): number {
    const row = this.store.callSeq(seq) ?? seq;
    return this.list.placeOf(row) ?? this.list.placeOf(headingOf(this.store.skeleton.source(row))) ?? 0;
  }
}
