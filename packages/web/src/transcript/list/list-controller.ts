/**
 * Scrolls rows of any number in an element. The browser's own scrolling moves what is there; rows are placed by the
 * anchor, and the scroll bar is brought into line when the reader pauses, so that no correction is ever seen.
 */
import type { Rows } from '../model/row-order.ts';
import { AnchoredRows, type RowWindow } from './anchored-rows.ts';
import type { ReadingPlace } from './reading-place.ts';
import { RowHeights } from './row-heights.ts';

/** The reader has paused after so many milliseconds. */
const PAUSE = 150;
const NOTHING: Rows = { ids: new Int32Array(), depths: new Uint8Array() };

export interface ListParts {
  readonly view: HTMLElement;
  /** As tall as all rows. */
  readonly space: HTMLElement;
  /** Holds the rows that are in the page. */
  readonly window: HTMLElement;
}

export class ListController {
  readonly #model = new AnchoredRows();
  readonly #heights = new RowHeights();
  readonly #listeners = new Set<() => void>();
  readonly #observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => this.measure());
  #typeOf: (row: number) => string = () => '';
  #rows = NOTHING;
  #places = new Map<number, number>();
  #parts: ListParts | undefined;
  #scrollTop = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** The reader went somewhere. Until then the first row is at the top, also when others turn out to come before it. */
  #isMoved = false;
  #shown: RowWindow = { first: 0, end: 0, top: 0 };
  version = 0;
  /** Called when the reader scrolled, not when the list did. */
  onScroll: () => void = () => {};

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get rows(): Rows {
    return this.#rows;
  }

  get shown(): RowWindow {
    return this.#shown;
  }

  /** The row that keeps its place, or undefined when there is none. */
  get anchor(): number | undefined {
    return this.#rows.ids[this.#model.anchorPlace];
  }

  get isAtEnd(): boolean {
    return this.#model.isAtEnd;
  }

  /** Where the reader is: at the first event in sight. Undefined before anything was gone to. */
  get readingPlace(): ReadingPlace | undefined {
    if (!this.#isMoved) return undefined;
    for (let place = this.#shown.first; place < this.#shown.end; place++) {
      const row = this.#rows.ids[place] ?? 0;
      const top = this.#model.topOf(place);
      if (row > 0 && top + this.#model.heightOf(place) > 0) return { row, top };
    }
    return undefined;
  }

  placeOf(row: number): number | undefined {
    return this.#places.get(row);
  }

  guess(row: number): number {
    return this.#heights.of(row, this.#typeOf(row));
  }

  /** Shares of the way that are in sight, for the map beside the list. */
  get sight(): { from: number; to: number } {
    const { total, height } = this.#model;
    if (total === 0) return { from: 0, to: 1 };
    const from = (this.#model.share * Math.max(0, total - height)) / total;
    return { from, to: Math.min(1, from + height / total) };
  }

  attach(parts: ListParts): () => void {
    this.#parts = parts;
    this.#observer?.observe(parts.view);
    const scrolled = () => this.#scrolled();
    parts.view.addEventListener('scroll', scrolled, { passive: true });
    this.measure();
    // The rows may be the same as in the element that was left; this one has not been told how tall they are.
    this.#settle();
    return () => {
      parts.view.removeEventListener('scroll', scrolled);
      this.#observer?.disconnect();
      clearTimeout(this.#pause);
      this.#pause = undefined;
      this.#parts = undefined;
    };
  }

  observe(element: Element): () => void {
    this.#observer?.observe(element);
    return () => this.#observer?.unobserve(element);
  }

  /** Other rows, or the same in another layout. The anchor stays where it is, or the next row that is left. */
  setRows(rows: Rows, typeOf: (row: number) => string, layout: string): void {
    const anchor = this.#isMoved ? this.#nearest(rows) : undefined;
    this.#heights.use(layout);
    this.#rows = rows;
    this.#typeOf = typeOf;
    const places = new Map<number, number>();
    const heights = new Float64Array(rows.ids.length);
    rows.ids.forEach((row, place) => {
      places.set(row, place);
      heights[place] = this.guess(row);
    });
    this.#places = places;
    this.#model.replace(heights, anchor === undefined ? 0 : (places.get(anchor) ?? 0));
    this.#settle();
    this.#update(true);
  }

  /** The row nearest to the anchor that is among the new rows too. */
  #nearest(rows: Rows): number | undefined {
    const kept = new Set(rows.ids);
    const { ids } = this.#rows;
    const start = this.#model.anchorPlace;
    for (let away = 0; away < ids.length; away++) {
      for (const place of [start - away, start + away]) {
        const row = ids[place];
        if (row !== undefined && kept.has(row)) return row;
      }
      if (start - away < 0 && start + away >= ids.length) break;
    }
    return undefined;
  }

  /** Puts a row at a distance from the upper edge; false when it is not among the rows. */
  goTo(row: number, top = 0): boolean {
    const place = this.#places.get(row);
    if (place === undefined) return false;
    this.#isMoved = true;
    this.#model.goTo(place, top);
    this.#settle();
    this.#update();
    return true;
  }

  /** What grows from now on does so below the beginning of this row. */
  hold(row: number): void {
    const place = this.#places.get(row);
    if (place === undefined) return;
    this.#isMoved = true;
    this.#model.hold(place);
  }

  goToEnd(): void {
    this.#isMoved = true;
    this.#model.goToEnd();
    this.#settle();
    this.#update();
  }

  goToShare(share: number): void {
    this.#isMoved = true;
    this.#model.scrollToShare(share);
    this.#settle();
    this.#update();
  }

  /** Scrolls only as far as it takes to have the whole row in sight. */
  reveal(row: number): boolean {
    const place = this.#places.get(row);
    if (place === undefined) return false;
    const [top, room] = [this.#model.topOf(place), this.#model.height];
    const height = Math.min(room, this.#model.heightOf(place));
    if (top < 0) return this.goTo(row, 8);
    return top + height > room ? this.goTo(row, Math.max(8, room - height - 8)) : true;
  }

  /** Scrolls until a part of the page is in sight. */
  revealBox({ top, bottom }: { top: number; bottom: number }): void {
    const edges = this.#parts?.view.getBoundingClientRect();
    if (!edges || (top >= edges.top && bottom <= edges.bottom)) return;
    this.#model.scrollBy(top - edges.top - edges.height / 3);
    this.#settle();
    this.#update();
  }

  /** Takes over the heights of the rows that are in the page. */
  measure(): void {
    const parts = this.#parts;
    if (!parts) return;
    const { clientHeight } = parts.view;
    // While another pane covers the list, nothing in it has a height.
    if (clientHeight === 0) return;
    const grew = clientHeight !== this.#model.height;
    this.#model.height = clientHeight;
    let changed = grew;
    for (const element of parts.window.children) {
      const row = Number((element as HTMLElement).dataset['row']);
      const place = this.#places.get(row);
      if (place === undefined) continue;
      const { height } = element.getBoundingClientRect();
      if (Math.abs(height - this.#model.heightOf(place)) < 0.01) continue;
      changed = true;
      this.#model.measured(place, height);
      if (!(element as HTMLElement).dataset['waits']) this.#heights.measured(row, this.#typeOf(row), height);
    }
    if (changed && this.#pause === undefined) this.#settle();
    if (changed) this.#update();
    else this.#place();
  }

  #scrolled(): void {
    const parts = this.#parts;
    if (!parts) return;
    const { scrollTop, scrollHeight, clientHeight } = parts.view;
    const by = scrollTop - this.#scrollTop;
    if (Math.abs(by) < 0.5) return;
    this.#scrollTop = scrollTop;
    this.#isMoved = true;
    if (Math.abs(by) < clientHeight * 2) this.#model.scrollBy(by);
    else this.#model.scrollToShare(scrollTop / Math.max(1, scrollHeight - clientHeight));
    const room = Math.min(scrollTop, scrollHeight - clientHeight - scrollTop);
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#settle();
    }, PAUSE);
    // Near the ends the bar must not stop the reader before the rows do.
    if (room < clientHeight) this.#settle();
    this.#update();
    this.onScroll();
  }

  /** Brings the scroll bar to where the anchor is. */
  #settle(): void {
    const parts = this.#parts;
    if (!parts) return;
    const { scrollHeight, height, share } = this.#model;
    parts.space.style.height = `${scrollHeight}px`;
    const wanted = share * (scrollHeight - height);
    if (Math.abs(parts.view.scrollTop - wanted) >= 1) parts.view.scrollTop = wanted;
    this.#scrollTop = parts.view.scrollTop;
    this.#place();
  }

  /** Those who show rows look again when others are to be shown; all are told that something moved. */
  #update(hasOthers = false): void {
    const { first, end } = this.#shown;
    this.#shown = this.#model.window();
    this.#place();
    if (hasOthers || first !== this.#shown.first || end !== this.#shown.end) this.version++;
    for (const listener of this.#listeners) listener();
  }

  /** The place of the rows in the page follows from the anchor's. */
  #place(): void {
    const parts = this.#parts;
    const first = parts?.window.firstElementChild as HTMLElement | null | undefined;
    if (!parts || !first) return;
    const place = this.#places.get(Number(first.dataset['row']));
    if (place === undefined) return;
    parts.window.style.transform = `translateY(${this.#scrollTop + this.#model.topOf(place)}px)`;
  }
}
