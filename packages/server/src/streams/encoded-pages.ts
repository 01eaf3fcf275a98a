/**
 * Pages of streams as bytes, made once for however many readers: pages begin at fixed places, so that readers who began
 * elsewhere share them. What was made is kept for as long as nothing in the store has changed, and only so much of it.
 */
import { crc32 } from 'node:zlib';
import type { StoreChanges } from '@hansard/core/store/changes.ts';

export interface EncodedPage {
  /** Number of its first message. */
  readonly first: number;
  readonly bytes: Buffer;
  /** Where each message ends in the bytes. */
  readonly ends: readonly number[];
  /** The bytes of the page that these are a part of. */
  readonly whole: Buffer;
}

export interface EncodedRange {
  readonly pieces: readonly Buffer[];
  readonly count: number;
  /** Tells the bytes from others. */
  readonly content: string;
}

/** Messages that follow one another. */
export interface EncodedStretch {
  readonly pieces: readonly Buffer[];
  readonly count: number;
}

interface Kept {
  readonly page: Promise<EncodedPage>;
  bytes: number;
}

const MOST_BYTES = 24 * 1024 * 1024;
/** Bytes behind which nothing more is taken at once. */
const MOST_AHEAD = 256 * 1024;
/** Places whose stretches are kept: readers of one stream keep together, but for some. */
const MOST_PLACES = 16;
/** Messages on a page. */
export const PAGE = 200;

export class EncodedPages {
  readonly #changes: Pick<StoreChanges, 'version'>;
  readonly #kept = new Map<string, Kept>();
  readonly #ahead = new Map<string, Promise<EncodedStretch>>();
  #bytes = 0;
  #version = '';

  constructor(changes: Pick<StoreChanges, 'version'>) {
    this.#changes = changes;
  }

  /** Up to so many messages behind `after`, as one piece. */
  async range(
    stream: string,
    after: number,
    limit: number,
    make: (first: number) => Promise<readonly string[]>,
  ): Promise<EncodedRange> {
    const pieces: Buffer[] = [];
    const tags: string[] = [];
    let count = 0;
    while (count < limit) {
      const page = await this.behind(stream, after + count, make);
      const taken = Math.min(page.ends.length, limit - count);
      if (taken === 0) break;
      pieces.push(page.bytes.subarray(0, page.ends[taken - 1]));
      tags.push(`${page.first} ${taken} ${tagOf(page.whole)}`);
      count += taken;
    }
    return { pieces, count, content: tags.join('\n') };
  }

  /**
   * The messages of a stream behind `after`, of several pages where there are so many: whoever is far behind takes much at once.
   * Readers who are at the same place get the same.
   */
  async ahead(
    stream: string,
    after: number,
    make: (first: number) => Promise<readonly string[]>,
  ): Promise<EncodedStretch> {
    this.#settle(await this.#changes.version());
    const key = `${stream} ${after}`;
    const known = this.#ahead.get(key);
    if (known) return known;
    const [oldest] = this.#ahead.keys();
    if (this.#ahead.size >= MOST_PLACES && oldest !== undefined) this.#ahead.delete(oldest);
    const stretch = this.#gather(stream, after, make);
    this.#ahead.set(key, stretch);
    stretch.catch(() => this.#ahead.delete(key));
    return stretch;
  }

  async #gather(
    stream: string,
    after: number,
    make: (first: number) => Promise<readonly string[]>,
  ): Promise<EncodedStretch> {
    const pieces: Buffer[] = [];
    let count = 0;
    for (let bytes = 0; bytes < MOST_AHEAD; ) {
      const page = await this.behind(stream, after + count, make);
      if (page.ends.length === 0) break;
      pieces.push(page.bytes);
      bytes += page.bytes.length;
      count += page.ends.length;
      if ((after + count) % PAGE !== 0) break;
    }
    return { pieces, count };
  }

  /** The messages of a stream behind `after`, up to the end of their page. */
  async behind(
    stream: string,
    after: number,
    make: (first: number) => Promise<readonly string[]>,
  ): Promise<EncodedPage> {
    const start = after - (after % PAGE);
    const page = await this.#page(`${stream} ${start}`, start + 1, make);
    const skipped = after - start;
    if (skipped === 0) return page;
    const from = page.ends[skipped - 1] ?? page.bytes.length;
    return {
      first: page.first + skipped,
      bytes: page.bytes.subarray(from),
      ends: page.ends.slice(skipped).map((end) => end - from),
      whole: page.whole,
    };
  }

  async #page(key: string, first: number, make: (first: number) => Promise<readonly string[]>): Promise<EncodedPage> {
    this.#settle(await this.#changes.version());
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.page;
    }
    const made: Kept = { page: make(first).then((messages) => encoded(first, messages)), bytes: 0 };
    this.#kept.set(key, made);
    made.page.then(
      ({ bytes }) => this.#weigh(key, made, bytes.length),
      () => this.#kept.delete(key),
    );
    return made.page;
  }

  /** Known when it is made; what was forgotten meanwhile weighs nothing. */
  #weigh(key: string, made: Kept, bytes: number): void {
    if (this.#kept.get(key) !== made) return;
    made.bytes = bytes;
    this.#bytes += bytes;
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#kept.delete(oldest);
      this.#bytes -= one.bytes;
    }
  }

  #settle(version: string): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#kept.clear();
    this.#ahead.clear();
    this.#bytes = 0;
  }
}

/** Written one behind the other, and copied once: counting, joining and writing takes three times as long. */
function encoded(first: number, messages: readonly string[]): EncodedPage {
  const units = messages.reduce((sum, { length }) => sum + length, 0);
  const fits = units * MOST_PER_UNIT <= SCRATCH.length;
  const memory = fits ? SCRATCH : Buffer.allocUnsafeSlow(bytesOf(messages));
  let end = 0;
  const ends = messages.map((message) => {
    end += memory.write(message, end);
    return end;
  });
  const bytes = fits ? Buffer.from(memory.subarray(0, end)) : memory;
  return { first, bytes, ends, whole: bytes };
}

const bytesOf = (messages: readonly string[]): number =>
  messages.reduce((sum, message) => sum + Buffer.byteLength(message), 0);

/** Bytes that a UTF-16 unit takes in UTF-8, at most. */
const MOST_PER_UNIT = 3;
/** Nothing else is done while it is written to. */
const SCRATCH = Buffer.allocUnsafeSlow(1024 * 1024);

/** Once for each page, where somebody wants to know. It tells a page from what it was before, and from nothing else. */
function tagOf(whole: Buffer): string {
  const tag = TAGS.get(whole) ?? `${crc32(whole)} ${whole.length}`;
  TAGS.set(whole, tag);
  return tag;
}

const TAGS = new WeakMap<Buffer, string>();
