/**
 * The text of an event that grows for a long time, such as an answer that is streamed. What was laid over it before is not parsed
 * and joined again each time that there is more: of the last such event everything but the newest overlay stays joined. What
 * is kept counts only while the overlays are the same, word for word, so that whatever is removed from them is gone here too.
 */
import type { EventDraft } from '@hansard/core';
import type { Operation } from '../../ingest/index-sink.ts';
import { applied } from './applied.ts';

interface Grown {
  readonly number: number;
  /** The event as its own unit tells it. */
  readonly base: string;
  readonly overlays: string[];
  event: EventDraft;
}

/** Shorter ones cost nothing. */
const LEAST = 16 * 1024;

export class GrownText {
  #last: Grown | undefined;

  /** The event with all overlays, which are JSON, laid over it; it may be changed. */
  of(number: number, read: EventDraft, overlays: readonly string[]): EventDraft {
    const earlier = overlays.slice(0, -1);
    const [newest] = overlays.slice(-1);
    const event = this.#joined(number, read, earlier) ?? laidOver(structuredClone(read), earlier);
    return newest === undefined ? event : laidOver(event, [newest]);
  }

  /** Undefined where it is not worth it, or where more than text was said. */
  #joined(number: number, read: EventDraft, overlays: readonly string[]): EventDraft | undefined {
    if (overlays.reduce((sum, { length }) => sum + length, 0) < LEAST) return undefined;
    const base = JSON.stringify(read);
    const last = this.#last;
    const isSame =
      last?.number === number &&
      last.base === base &&
      last.overlays.length <= overlays.length &&
      last.overlays.every((text, at) => text === overlays[at]);
    const grown = isSame ? last : { number, base, overlays: [], event: structuredClone(read) };
    this.#last = undefined;
    for (const text of overlays.slice(grown.overlays.length)) {
      const operations = JSON.parse(text) as Operation[];
      if (!operations.every(addsText)) return undefined;
      for (const operation of operations) grown.event = applied(grown.event, operation);
      grown.overlays.push(text);
    }
    this.#last = grown;
    const { chunks } = grown.event;
    return { ...grown.event, ...(chunks ? { chunks: chunks.slice() } : {}) };
  }
}

const addsText = (operation: Operation): boolean =>
  'append' in operation && (operation.at?.field === undefined || operation.at.field === 'text');

function laidOver(event: EventDraft, overlays: readonly string[]): EventDraft {
  let laid = event;
  for (const text of overlays) for (const operation of JSON.parse(text) as Operation[]) laid = applied(laid, operation);
  return laid;
}
