/** Sessions and segments that were read lately: rows of a session, and the events of a segment with their content. */
import type { Event } from '@hansard/core';
import { PRIMARY_SOURCE } from '@hansard/core/events/source-path.ts';
import { NO_NUMBER } from '@hansard/core/segments/event-lines.ts';
import { unpack } from '../codec.ts';
import type { HubStore } from '../store/contract.ts';
import { PlacedSession } from '../store/places.ts';
import { Recent } from './recent.ts';

/** Events whose rows are held: about a hundred megabytes at most. */
const MOST_EVENTS = 200_000;
/** Characters of segments that are held. */
const MOST_TEXT = 16 * 1024 * 1024;

interface Lines {
  readonly lines: readonly string[];
  readonly length: number;
}

interface PlacesRead {
  readonly seqs: ReadonlyMap<string, number>;
  readonly change: number;
}

export class Opened {
  readonly #store: HubStore;
  readonly #sessions = new Recent<number, PlacedSession>(MOST_EVENTS, ({ lastSeq }) => lastSeq + 1);
  readonly #places = new Recent<number, PlacesRead>(MOST_EVENTS, ({ seqs }) => seqs.size + 1);
  readonly #segments = new Recent<number, Lines>(MOST_TEXT, ({ length }) => length);

  constructor(store: HubStore) {
    this.#store = store;
  }

  /** As it was at a change; a session that has changed is read again. */
  async session(no: number, change: number): Promise<PlacedSession | undefined> {
    const known = this.#sessions.get(no);
    if (known && known.change >= change) return known;
    const stored = await this.#store.open(no);
    if (!stored) return undefined;
    const session = new PlacedSession(stored);
    this.#sessions.set(no, session);
    return session;
  }

  /** The numbers of events by their ids, of sessions as they were at a change. */
  async places(
    sessions: readonly { readonly no: number; readonly change: number }[],
  ): Promise<ReadonlyMap<number, (id: string) => number | undefined>> {
    const found = new Map<number, (id: string) => number | undefined>();
    const asked: number[] = [];
    for (const { no, change } of sessions) {
      const session = this.#sessions.get(no);
      const places = this.#places.get(no);
      if (session && session.change >= change) found.set(no, (id) => session.seqOf(id));
      else if (places && places.change >= change) found.set(no, (id) => places.seqs.get(id));
      else asked.push(no);
    }
    for (const [no, { ids, change }] of asked.length === 0 ? [] : await this.#store.places(asked)) {
      const seqs = new Map(ids.map((id, i) => [id, i + 1]));
      this.#places.set(no, { seqs, change });
      found.set(no, (id) => seqs.get(id));
    }
    return found;
  }

  /** Events with their content, by logSeq; those whose segment is gone meanwhile are left out. */
  async events(session: PlacedSession, logSeqs: readonly number[]): Promise<Event[]> {
    const places = logSeqs.map((seq) => session.where[seq - 1]);
    const lines = await this.lines([...new Set(places.flatMap((place) => place?.segment ?? []))]);
    return logSeqs.flatMap((seq, i): Event[] => {
      const held = session.events[seq - 1];
      if (!held) return [];
      const place = places[i];
      // Of what is gone there is no more than its row.
      if (!place) return [held.event];
      const line = lines.get(place.segment)?.[place.line];
      return line === undefined ? [] : [placed(JSON.parse(line) as Event, seq, session.sourceSeqs[seq - 1] as number)];
    });
  }

  async lines(segments: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const found = new Map<number, readonly string[]>();
    const asked: number[] = [];
    for (const no of segments) {
      const known = this.#segments.get(no);
      if (known) found.set(no, known.lines);
      else asked.push(no);
    }
    for (const [no, body] of asked.length === 0 ? [] : await this.#store.bodies(asked)) {
      const text = unpack(body);
      const lines = text.split('\n').slice(0, -1);
      this.#segments.set(no, { lines, length: text.length });
      found.set(no, lines);
    }
    return found;
  }
}

/** Of the store: `seq` and `logSeq` are its own numbers. What a line leaves out of `sourceSeq` follows from its place. */
function placed({ sourceSeq, ...event }: Event, seq: number, ofSource: number): Event {
  const own = sourceSeq === NO_NUMBER ? {} : { sourceSeq: sourceSeq ?? ofSource };
  return { ...event, source: event.source ?? PRIMARY_SOURCE, seq, logSeq: seq, ...own };
}
