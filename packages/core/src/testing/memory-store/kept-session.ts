/** One session of the store in memory: its transcript, and its events in the order in which the store learnt of them. */
import { PRIMARY_SOURCE } from '../../events/source-path.ts';
import { HeldSession, heldEvent } from '../../held/held-session.ts';
import type { Event, Transcript } from '../../transcript.ts';

/** Numbers that go through the whole store. */
export interface StoreCounters {
  change: number;
  event: number;
}

export class KeptSession extends HeldSession {
  transcript: Transcript;

  constructor(transcript: Transcript, counters: StoreCounters) {
    super(transcript);
    this.transcript = transcript;
    this.put(transcript, counters);
  }

  get bytes(): number {
    return JSON.stringify(this.transcript).length;
  }

  /** The same session as it is now: what is new comes behind, what has changed keeps its place, what is gone is marked. */
  put(transcript: Transcript, counters: StoreCounters): void {
    this.transcript = transcript;
    this.head = transcript;
    const there = new Set<string>();
    for (const event of transcript.events) {
      there.add(event.id);
      this.#place(event, counters);
    }
    for (const { event } of [...this.events]) {
      if (!there.has(event.id) && !event.withdrawn) this.#place({ ...event, withdrawn: true }, counters);
    }
  }

  #place(given: Event, counters: StoreCounters): void {
    const seq = this.places.get(given.id) ?? this.events.length + 1;
    const event: Event = { ...given, source: given.source ?? PRIMARY_SOURCE, seq, logSeq: seq };
    const known = this.events[seq - 1];
    if (known && JSON.stringify(known.event) === JSON.stringify(event)) return;
    this.places.set(given.id, seq);
    const changed = known ? ++counters.change : 0;
    this.events[seq - 1] = heldEvent(event, changed, known?.arrived ?? ++counters.event);
  }
}
