/** The order in which a hub learnt of a session's events: it only ever grows, however the session is sent again. */
import { type HeldEvent, HeldSession } from '@hansard/core/held/held-session.ts';
import { EventNumbers } from '@hansard/core/segments/event-lines.ts';
import { heldThin, type ThinEvent } from '@hansard/core/segments/thin-event.ts';
import type { Places, StoredFacts, StoredSession } from './contract.ts';

export const NO_PLACES: Places = { ids: [], hashes: [], changed: [], gone: [] };

/** The same session as it is now: what is new comes behind, what has changed is noted, of what is gone little is left. */
export function placesAfter(before: Places, events: readonly ThinEvent[], change: number): Places {
  const ids = [...before.ids];
  const hashes = [...before.hashes];
  const changed = new Map(before.changed);
  const seqs = new Map(ids.map((id, i) => [id, i + 1]));
  const gone = new Map(before.gone);
  const there = new Set<string>();
  for (const { event, hash } of events) {
    there.add(event.id);
    const seq = seqs.get(event.id) ?? ids.push(event.id);
    if (seqs.has(event.id) && (hashes[seq - 1] !== hash || gone.has(seq))) changed.set(seq, change);
    hashes[seq - 1] = hash;
    gone.delete(seq);
  }
  for (const [id, seq] of seqs) {
    if (there.has(id) || gone.has(seq)) continue;
    gone.set(seq, { type: 'meta' });
    changed.set(seq, change);
  }
  return { ids, hashes, changed: [...changed], gone: [...gone] };
}

/** Where the content of an event is. */
export interface EventPlace {
  readonly segment: number;
  /** Line in the segment, from 0. */
  readonly line: number;
}

/** A session with its rows in the order of the hub; content is found by `where`. */
export class PlacedSession extends HeldSession {
  readonly no: number;
  readonly change: number;
  readonly segments: readonly StoredFacts[];
  /** By logSeq - 1; undefined for events that are gone. */
  readonly where: readonly (EventPlace | undefined)[];
  /** logSeqs in the order of the document. */
  readonly order: readonly number[];
  /** The number of each event within its source, by logSeq - 1. */
  readonly sourceSeqs: readonly number[];

  constructor({ no, head, places, segments, change }: StoredSession) {
    const seqs = new Map(places.ids.map((id, i) => [id, i + 1]));
    const changed = new Map(places.changed);
    const events = new Array<HeldEvent>(places.ids.length);
    const where = new Array<EventPlace | undefined>(places.ids.length);
    const order: number[] = [];
    const sourceSeqs = new Array<number>(places.ids.length);
    const numbers = new EventNumbers();
    for (const { no: segment, events: thin } of segments) {
      for (const [line, one] of thin.entries()) {
        const seq = seqs.get(one.event.id) as number;
        events[seq - 1] = heldThin(one, seq, changed.get(seq) ?? 0);
        where[seq - 1] = { segment, line };
        order.push(seq);
        sourceSeqs[seq - 1] = numbers.next(one.event).sourceSeq;
      }
    }
    for (const [seq, { type, timestamp }] of places.gone) {
      const event = { id: places.ids[seq - 1] as string, type, withdrawn: true, ...(timestamp && { timestamp }) };
      events[seq - 1] = heldThin(
        { event: event as ThinEvent['event'], flags: 4, hash: '' },
        seq,
        changed.get(seq) ?? 0,
      );
    }
    super(head, events);
    this.no = no;
    this.change = change;
    this.segments = segments;
    this.where = where;
    this.order = order;
    this.sourceSeqs = sourceSeqs;
  }
}
