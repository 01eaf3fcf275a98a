/**
 * An event as JSON text. Texts in it that are very long are cut: their beginning and end are sent, with a link to the
 * whole. Most events are short, which their JSON shows before anything else is looked at.
 */
import type { Event } from '@hansard/core';
import type { CutText } from '@hansard/core/api/events.ts';

/** In UTF-16 units. */
export const LONGEST_TEXT = 16 * 1024;
const SHOWN = 6 * 1024;

export interface EventTextOptions {
  /** Id of the session, for links. */
  readonly session: string;
  /** Nothing is cut. */
  readonly full: boolean;
}

/** One `ArchivedEvent`. */
export function eventText(event: Event, { session, full }: EventTextOptions): string {
  const text = JSON.stringify(event);
  if (full || text.length <= LONGEST_TEXT) return `{"logSeq":${event.logSeq},"event":${text}}`;
  const cuts = new Cuts(`/v1/transcripts/${session}/events/${encodeURIComponent(event.id)}`);
  const short = cuts.value(event, '') as Event;
  if (cuts.list.length === 0) return `{"logSeq":${event.logSeq},"event":${text}}`;
  // Places of deltas are places in the whole text.
  const shown = cuts.list.some(({ pointer }) => pointer === '/text') ? { ...short, chunks: undefined } : short;
  return JSON.stringify({ logSeq: event.logSeq, event: shown, cut: cuts.list });
}

class Cuts {
  readonly list: CutText[] = [];
  readonly #href: string;

  constructor(href: string) {
    this.#href = href;
  }

  value(value: unknown, pointer: string): unknown {
    if (typeof value === 'string') return value.length > LONGEST_TEXT ? this.#text(value, pointer) : value;
    if (Array.isArray(value)) return value.map((one, at) => this.value(one, `${pointer}/${at}`));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, one]) => [key, this.value(one, `${pointer}/${escaped(key)}`)]);
    return Object.fromEntries(entries);
  }

  #text(text: string, pointer: string): string {
    this.list.push({ pointer, bytes: Buffer.byteLength(text), href: this.#href });
    const head = text.slice(0, isHigh(text, SHOWN - 1) ? SHOWN - 1 : SHOWN);
    const from = text.length - SHOWN;
    const tail = text.slice(isHigh(text, from - 1) ? from + 1 : from);
    return `${head}\n\n… ${text.length - head.length - tail.length} characters left out …\n\n${tail}`;
  }
}

/** The first half of a character of two units. */
const isHigh = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
};

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
