/**
 * Cuts the events of a session into segments: runs of lines that are sent, kept and found as one, named by the hash of
 * their bytes. Where a segment ends is decided by the ids of events and not by how many came before, so that a session
 * that grows, or gets late events in its middle, keeps nearly all of its segments.
 */
import type { Event } from '../transcript.ts';
import { LineWriter } from './event-lines.ts';

/** SHA-256 in lower-case hex. */
export type Digest = (data: string | Uint8Array) => string;

/** A segment ends behind an event that its id chooses, once it has this many bytes, … */
export const LEAST_BYTES = 24 * 1024;
/** … and behind any when it has these. */
export const MOST_BYTES = 128 * 1024;
/** Of so many events, one is chosen. */
const ONE_IN = 12;

export interface Segment {
  /** Lines, each with its newline. */
  readonly text: string;
  /** SHA-256 of the bytes of the text. */
  readonly hash: string;
  readonly bytes: number;
  readonly events: readonly Event[];
}

export class SegmentCutter {
  readonly #digest: Digest;
  readonly #writer = new LineWriter();
  #lines: string[] = [];
  #events: Event[] = [];
  #bytes = 0;

  constructor(digest: Digest) {
    this.#digest = digest;
  }

  /** The segment that ends with this event, if one does. */
  add(event: Event): Segment | undefined {
    const line = `${this.#writer.line(event)}\n`;
    this.#lines.push(line);
    this.#events.push(event);
    this.#bytes += bytesOf(line);
    const isEnd = this.#bytes >= MOST_BYTES || (this.#bytes >= LEAST_BYTES && endsSegment(event.id, this.#digest));
    return isEnd ? this.end() : undefined;
  }

  /** What is left, if anything is. */
  end(): Segment | undefined {
    if (this.#lines.length === 0) return undefined;
    const text = this.#lines.join('');
    const segment = { text, hash: this.#digest(text), bytes: this.#bytes, events: this.#events };
    [this.#lines, this.#events, this.#bytes] = [[], [], 0];
    return segment;
  }
}

export function cutSegments(events: Iterable<Event>, digest: Digest): Segment[] {
  const cutter = new SegmentCutter(digest);
  const segments: Segment[] = [];
  for (const event of events) {
    const segment = cutter.add(event);
    if (segment) segments.push(segment);
  }
  const last = cutter.end();
  return last ? [...segments, last] : segments;
}

const endsSegment = (id: string, digest: Digest): boolean => Number.parseInt(digest(id).slice(0, 4), 16) % ONE_IN === 0;

const encoder = new TextEncoder();
const ASCII = /^[\0-\x7f]*$/;

const bytesOf = (text: string): number => (ASCII.test(text) ? text.length : encoder.encode(text).length);
