/**
 * A session's inputs become one document, in two passes over their events: the first lays them out as one tree of agents,
 * the second counts what they tell about the session as a whole. What can be read again need not be held.
 */
import type { EventDraft } from '../adapters/contract.ts';
import type { AgentNode, Event } from '../transcript.ts';
import type { PriceBook } from '../usage/prices.ts';
import type { InputRead } from './input-read.ts';
import { SessionLayout } from './session-layout.ts';
import { SessionTally } from './session-tally.ts';
import { heldThread, type SessionThread } from './session-thread.ts';
import type { Measured } from './transcripts.ts';
import { rankOf } from './witness.ts';

export interface Assembled {
  readonly events: Event[];
  readonly agents: AgentNode[];
}

/** Events between two moments at which others may have their turn: asking for each whether it is time takes as long. */
export const STEP = 64;

/** Whoever has the events in memory takes each pass at once; others pause between the steps of it. */
export class Assembly<Thread extends SessionThread = SessionThread> {
  /** The best first. */
  readonly threads: readonly Thread[];
  readonly #layout: SessionLayout;
  readonly #tally = new SessionTally();

  constructor(threads: readonly Thread[]) {
    this.threads = [...threads].sort((a, b) => rankOf(a.read) - rankOf(b.read));
    this.#layout = new SessionLayout(this.threads);
  }

  /** The first pass: the event at a place of a thread, thread by thread. */
  add(thread: number, place: number, draft: EventDraft): void {
    this.#layout.add(thread, place, draft);
  }

  /** The second pass: a step for so many events each. */
  *count(): Generator<void> {
    let place = 0;
    for (const laid of this.#layout.laidOut()) {
      this.#tally.add(laid, place++);
      if (place % STEP === 0) yield;
    }
  }

  measured(prices: PriceBook | undefined): Measured {
    return this.#tally.finish(this.#layout.agents(), prices);
  }

  /** In the order of the document, with what they cost. */
  events(): Generator<Event> {
    return this.#tally.priced(this.#layout.events());
  }
}

/** All of it at once, for events that are held. */
export function assembly(reads: readonly InputRead[]): Assembly {
  const assembly = new Assembly(reads.map(heldThread));
  for (const [nth, { events }] of assembly.threads.entries()) {
    for (let place = 0; place < events.length; place++) assembly.add(nth, place, events.at(place));
  }
  for (const _step of assembly.count());
  return assembly;
}

export function assembleEvents(reads: readonly InputRead[]): Assembled {
  const assembled = assembly(reads);
  const { agents } = assembled.measured(undefined);
  return { agents, events: [...assembled.events()] };
}
