/**
 * A session again, as it was written: rows appear one by one, faster than they did, and never with a long wait. It shows
 * the reader only some of the rows; everything else of the page works as ever.
 */
import type { Rows } from '../model/row-order.ts';
import type { Reader } from '../reader.ts';
import { type Moments, momentsOf, rowsUntil } from './moments.ts';

export const SPEEDS = [1, 4, 16, 64] as const;
export type Speed = (typeof SPEEDS)[number];

/** Between two rows, in milliseconds. */
const LEAST_WAIT = 60;
const MOST_WAIT = 2000;

export class Replay {
  readonly #reader: Reader;
  readonly #listeners = new Set<() => void>();
  #rows: Rows | undefined;
  #moments: Moments = { count: 0, order: new Int32Array(), times: new Float64Array(), ranks: new Int32Array() };
  /** How many rows are there. */
  #position = 0;
  /** The row that appeared last. */
  #newest: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #speed: Speed = 4;
  #hasEnded = false;
  version = 0;
  /** Told when it comes to rest, with the event that appeared last. */
  onRest: (seq: number) => void = () => {};

  /** From an event on; everything before it is there. */
  constructor(reader: Reader, from: number) {
    this.#reader = reader;
    this.#newest = from;
    reader.limit({ rows: (rows) => this.#limited(rows), reach: (row) => this.#reach(row) });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get position(): number {
    return this.#position;
  }

  get count(): number {
    return this.#moments.count;
  }

  /** When the last row appeared, in milliseconds since 1970. */
  get time(): number {
    return this.#timeAt(this.#position - 1);
  }

  get isPlaying(): boolean {
    return this.#timer !== undefined;
  }

  get speed(): Speed {
    return this.#speed;
  }

  set speed(speed: Speed) {
    this.#speed = speed;
    if (this.isPlaying) this.#wait();
    this.#tell();
  }

  /** The next speed, or the one before. */
  shift(by: 1 | -1): void {
    this.speed = SPEEDS[SPEEDS.indexOf(this.#speed) + by] ?? this.#speed;
  }

  /** Begins again at the end. */
  play(): void {
    if (this.#position >= this.count) this.#show(1);
    this.#wait();
    this.#tell();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell();
    this.onRest(this.#lastEvent());
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  goTo(position: number): void {
    this.#show(Math.max(1, Math.min(this.count, position)));
    if (this.isPlaying) this.#wait();
    else this.onRest(this.#lastEvent());
  }

  step(by: 1 | -1): void {
    if (this.isPlaying) this.pause();
    this.goTo(this.#position + by);
  }

  /** All rows are there again; the reader stays at the one that appeared last. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#hasEnded = true;
    this.#reader.limit(undefined);
    if (this.#newest > 0) this.#reader.goTo(this.#newest);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const gap = this.#timeAt(this.#position) - this.#timeAt(this.#position - 1);
    const wait = Math.min(MOST_WAIT, Math.max(LEAST_WAIT, gap / this.#speed));
    this.#timer = setTimeout(() => {
      this.#show(this.#position + 1);
      if (this.#position < this.count) this.#wait();
      else this.pause();
    }, wait);
  }

  #show(position: number): void {
    this.#position = position;
    const place = this.#moments.order[position - 1];
    if (place !== undefined) this.#newest = this.#rows?.ids[place] ?? this.#newest;
    this.#relay();
  }

  #relay(): void {
    if (this.#hasEnded) return;
    this.#reader.relay(this.#newest);
    this.#tell();
  }

  /** Folding, growing and other levels change the rows: the replay stays where it was. */
  #limited(rows: Rows): Rows {
    if (rows !== this.#rows) {
      const { skeleton } = this.#reader.store;
      this.#rows = rows;
      this.#moments = momentsOf(rows, (seq) => skeleton.time(seq));
      this.#position = this.#positionOf(this.#newest);
      queueMicrotask(() => this.#relay());
    }
    return rowsUntil(rows, this.#moments, this.#position);
  }

  /** For a row that the view does not show: that of the last event before it. */
  #positionOf(row: number): number {
    const ids = this.#rows?.ids ?? new Int32Array();
    const place = ids.indexOf(row);
    if (place >= 0) return (this.#moments.ranks[place] as number) + 1;
    const { skeleton } = this.#reader.store;
    const time = skeleton.time(row);
    const passed = this.#moments.order.filter((at) => time > 0 && (this.#moments.times[at] as number) <= time).length;
    return Math.min(this.count, Math.max(1, passed));
  }

  /** Shows a row that the reader goes to, if it is there at all. */
  #reach(row: number): boolean {
    if (!this.#rows?.ids.includes(row)) return false;
    const position = this.#positionOf(row);
    if (position > this.#position) this.goTo(position);
    return true;
  }

  #timeAt(rank: number): number {
    const place = this.#moments.order[rank];
    return place === undefined ? 0 : (this.#moments.times[place] ?? 0);
  }

  /** Headings have no number that lasts. */
  #lastEvent(): number {
    for (let rank = this.#position - 1; rank >= 0; rank--) {
      const row = this.#rows?.ids[this.#moments.order[rank] ?? -1] ?? 0;
      if (row > 0) return row;
    }
    return 0;
  }

  #tell(): void {
    this.version++;
    for (const listener of this.#listeners) listener();
  }
}
