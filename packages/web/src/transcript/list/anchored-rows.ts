/**
 * Which rows are in sight and where, for lists of any length. Heights are guessed until a row was measured. One row, the
 * anchor, has a fixed place on the screen: whatever is measured, grows or is added elsewhere, it does not move.
 */
import { PrefixSums } from '@hansard/core/prefix-sums.ts';

/** Browsers allow no taller elements; longer lists are scrolled in proportion. */
const TALLEST = 8_000_000;
/** Rows that are kept ready beyond the edges, in pixels. */
const MARGIN = 80;

export interface RowWindow {
  /** Places of the first row and of the one behind the last. */
  readonly first: number;
  readonly end: number;
  /** Where the first row is, in pixels from the upper edge. */
  readonly top: number;
}

export class AnchoredRows {
  #heights = new PrefixSums(new Float64Array());
  #anchor = { place: 0, top: 0 };
  /** While true the end of the list stays at the lower edge. */
  #atEnd = false;
  height = 0;

  get length(): number {
    return this.#heights.length;
  }

  get total(): number {
    return this.#heights.total;
  }

  /** Height of what the browser scrolls. */
  get scrollHeight(): number {
    return Math.max(this.height, Math.min(TALLEST, this.total));
  }

  get isAtEnd(): boolean {
    return this.#atEnd;
  }

  /** Other rows: the one at `anchor` stays where the old anchor was, unless another place is given. */
  replace(heights: Float64Array, anchor: number, top = this.#anchor.top): void {
    this.#heights = new PrefixSums(heights);
    this.#anchor = { place: Math.min(Math.max(0, anchor), Math.max(0, heights.length - 1)), top };
  }

  heightOf(place: number): number {
    return this.#heights.of(place);
  }

  measured(place: number, height: number): void {
    this.#heights.set(place, height);
  }

  /** Puts a row at a distance from the upper edge. */
  goTo(place: number, top = 0): void {
    this.#atEnd = false;
    this.#anchor = { place: Math.min(Math.max(0, place), Math.max(0, this.length - 1)), top };
  }

  goToEnd(): void {
    this.#atEnd = true;
  }

  /** The reader scrolled by so many pixels. */
  scrollBy(pixels: number): void {
    this.#scrollTo(this.#above() + pixels);
  }

  /** A row that is in sight becomes the anchor: what the reader opens grows below its beginning. */
  hold(place: number): void {
    const top = this.topOf(place);
    if (this.#atEnd || top < 0 || top >= this.height || place >= this.length) return;
    this.#anchor = { place, top };
  }

  /** The reader moved the scroll bar to a share of its way. */
  scrollToShare(share: number): void {
    this.#scrollTo(share * Math.max(0, this.total - this.height));
  }

  /** Where the scroll bar belongs, as a share of its way. */
  get share(): number {
    const way = this.total - this.height;
    return way <= 0 ? 0 : this.#above() / way;
  }

  get anchorPlace(): number {
    return this.#atEnd ? this.#heights.rowAt(this.#above()) : this.#anchor.place;
  }

  /** Where a row is on the screen, in pixels from the upper edge. */
  topOf(place: number): number {
    return this.#heights.before(place) - this.#above();
  }

  window(): RowWindow {
    const above = this.#above();
    if (this.length === 0) return { first: 0, end: 0, top: 0 };
    const first = this.#heights.rowAt(Math.max(0, above - MARGIN));
    let end = first;
    let bottom = this.#heights.before(first) - above;
    while (end < this.length && bottom < this.height + MARGIN) bottom += this.#heights.of(end++);
    return { first, end, top: this.#heights.before(first) - above };
  }

  #scrollTo(above: number): void {
    const limit = Math.max(0, this.total - this.height);
    const within = Math.min(limit, Math.max(0, above));
    this.#atEnd = limit > 0 && within >= limit - 1;
    const place = this.#anchorAt(within);
    this.#anchor = { place, top: this.#heights.before(place) - within };
  }

  /**
   * The anchor stays as long as it begins in sight: rows that come into sight above it are not measured yet, and grow
   * upwards. After that it is the first row that begins in sight, or far up one in the middle.
   */
  #anchorAt(above: number): number {
    const top = this.#heights.before(this.#anchor.place) - above;
    if (top >= 0 && top < this.height) return this.#anchor.place;
    const at = this.#heights.rowAt(top < 0 ? above : above + this.height / 2);
    const next = this.#heights.before(at) < above && at + 1 < this.length ? at + 1 : at;
    return this.#heights.before(next) < above + this.height ? next : at;
  }

  /** How much of the list is above the upper edge. */
  #above(): number {
    const limit = Math.max(0, this.total - this.height);
    if (this.#atEnd) return limit;
    const above = this.#heights.before(this.#anchor.place) - this.#anchor.top;
    return Math.min(limit, Math.max(0, above));
  }
}
