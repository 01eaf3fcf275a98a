/**
 * The rows that are in sight, and a scroll bar for all of them. What stays in place is the row at the top (the anchor):
 * heights are guessed until a row was seen, and a better guess must not move what is being read.
 */

import { PrefixSums } from '../src/prefix-sums.ts';
import type { Data } from './data.ts';
import { element, rowView } from './row-view.ts';

/** Browsers allow no taller elements; longer lists are scrolled in proportion. */
const TALLEST = 8_000_000;
/** Beyond what is in sight. */
const MARGIN = 160;
const ROW_HEIGHT = 46;
const LINE_HEIGHT = 19;

export class RowList {
  readonly #data: Data;
  readonly #view: HTMLElement;
  readonly #space = element('div', { className: 'space' });
  readonly #window = element('div', { className: 'window' });
  readonly #open = new Set<number>();
  readonly #views = new Map<number, HTMLElement>();
  /** Numbers of the rows that the filter lets through. */
  #rows = new Int32Array();
  #heights = new PrefixSums(new Float64Array());
  /** The row at the top, by its place in #rows, and how much of it is above the edge. */
  #anchor = { place: 0, above: 0 };
  #top = 0;
  #drawing = 0;
  #settling = 0;
  /** After every drawing. */
  onDraw: () => void = () => {};

  constructor(data: Data, view: HTMLElement) {
    this.#data = data;
    this.#view = view;
    this.#space.append(this.#window);
    view.append(this.#space);
    view.addEventListener('scroll', () => this.#scrolled());
    new ResizeObserver(() => this.draw()).observe(view);
  }

  get window(): HTMLElement {
    return this.#window;
  }

  /** The number of the row at the top. */
  get current(): number {
    return this.#rows[this.#anchor.place] ?? 0;
  }

  /** Shows the rows of these kinds, and keeps the place. */
  filter(shows: (kind: string) => boolean): void {
    const { kinds, sizes } = this.#data.index;
    const current = this.current;
    const rows: number[] = [];
    for (let row = 0; row < kinds.length; row++) if (shows(kinds[row] as string)) rows.push(row);
    this.#rows = Int32Array.from(rows);
    this.#heights = new PrefixSums(
      Float64Array.from(rows, (row) => ROW_HEIGHT + sizeOf(sizes.charCodeAt(row)) * LINE_HEIGHT),
    );
    this.#views.clear();
    this.#anchor = { place: Math.max(0, this.#placeOf(current)), above: 0 };
    this.#settle();
    this.draw();
  }

  /** Goes to a row; false when the filter hides it. */
  goTo(row: number, open = false): boolean {
    const place = this.#placeOf(row);
    if (this.#rows[place] !== row) return false;
    if (open) this.#open.add(row);
    if (open) this.#views.delete(row);
    this.#anchor = { place, above: 0 };
    this.#settle();
    this.draw();
    return true;
  }

  /** The place of a row, or of the next one that is shown. */
  #placeOf(row: number): number {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#rows[middle]! < row) low = middle + 1;
      else high = middle;
    }
    return Math.min(low, Math.max(0, this.#rows.length - 1));
  }

  get #tall(): number {
    return Math.min(TALLEST, this.#heights.total);
  }

  #scrolled(): void {
    const { scrollTop, clientHeight, scrollHeight } = this.#view;
    const change = scrollTop - this.#top;
    if (change === 0) return;
    this.#top = scrollTop;
    if (scrollTop <= 0) this.#anchor = { place: 0, above: 0 };
    else if (scrollTop >= scrollHeight - clientHeight - 1)
      this.#anchor = { place: this.#rows.length, above: clientHeight };
    else if (Math.abs(change) < clientHeight * 2) this.#anchor.above += change;
    else this.#anchor = { place: 0, above: (scrollTop * this.#heights.total) / this.#tall };
    this.draw();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), 150);
  }

  /** Brings the scroll bar to where the anchor is. */
  #settle(): void {
    this.#space.style.height = `${this.#tall}px`;
    const { place, above } = this.#anchor;
    this.#view.scrollTop = ((this.#heights.before(place) + above) * this.#tall) / Math.max(1, this.#heights.total);
    this.#top = this.#view.scrollTop;
    this.#place();
  }

  /** Makes the anchor a row that is at the top edge. */
  #normalise(): void {
    const limit = Math.max(0, this.#heights.total - this.#view.clientHeight);
    const sum = Math.min(limit, Math.max(0, this.#heights.before(this.#anchor.place) + this.#anchor.above));
    const place = this.#heights.rowAt(sum);
    this.#anchor = { place, above: sum - this.#heights.before(place) };
  }

  async draw(): Promise<void> {
    const drawing = ++this.#drawing;
    for (let round = 0; round < 4; round++) {
      this.#normalise();
      const places = this.#placesInSight();
      const blocks = new Set(places.map((place) => this.#data.blockOf(this.#rows[place]!)));
      const missing = places.some((place) => this.#data.row(this.#rows[place]!) === undefined);
      if (missing) await Promise.all([...blocks].map((block) => this.#data.load(block)));
      if (drawing !== this.#drawing) return;
      if (!this.#show(places)) break;
    }
    this.#place();
    this.onDraw();
  }

  #placesInSight(): number[] {
    const { place, above } = this.#anchor;
    const places: number[] = [];
    let before = above;
    let first = place;
    while (first > 0 && before < MARGIN) before += this.#heights.of(--first);
    let height = -before;
    for (let at = first; at < this.#rows.length && height < this.#view.clientHeight + MARGIN; at++) {
      places.push(at);
      height += this.#heights.of(at);
    }
    return places;
  }

  /** Puts the rows into the page; true when some height was not as guessed. */
  #show(places: readonly number[]): boolean {
    const views = places.map((place) => this.#viewOf(this.#rows[place]!));
    this.#window.replaceChildren(...views);
    let changed = false;
    places.forEach((place, index) => {
      const height = views[index]?.offsetHeight ?? 0;
      changed ||= Math.abs(height - this.#heights.of(place)) > 1;
      this.#heights.set(place, height);
    });
    const shown = new Set(places.map((place) => this.#rows[place]));
    for (const row of this.#views.keys()) if (!shown.has(row)) this.#views.delete(row);
    return changed;
  }

  /** The window's place follows from the anchor's. */
  #place(): void {
    const first = this.#window.firstElementChild;
    if (!(first instanceof HTMLElement)) return;
    const place = this.#placeOf(Number(first.dataset['row']));
    const above = this.#heights.before(this.#anchor.place) - this.#heights.before(place) + this.#anchor.above;
    this.#window.style.transform = `translateY(${this.#top - above}px)`;
  }

  #viewOf(row: number): HTMLElement {
    const known = this.#views.get(row);
    const content = this.#data.row(row);
    if (known || !content) return known ?? element('article');
    const view = rowView(content, row, {
      time: this.#data.time(row),
      open: this.#open.has(row),
      image: (hash) => this.#data.image(hash),
      toggle: () => {
        if (!this.#open.delete(row)) this.#open.add(row);
        this.#views.delete(row);
        void this.draw();
      },
    });
    view.id = `e${row + 1}`;
    view.dataset['row'] = String(row);
    this.#views.set(row, view);
    return view;
  }
}

/** The place of a character in 0–9, A–Z, a–z. */
function sizeOf(code: number): number {
  return code < 58 ? code - 48 : code < 91 ? code - 55 : code - 61;
}
