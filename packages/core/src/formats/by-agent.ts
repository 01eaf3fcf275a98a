/**
 * The texts of a session's agents one after the other, although their events lie between one another. The first of them
 * is passed on as it is read; those that follow are held meanwhile as far as there is room, and the source is read
 * again for the rest: what is held stays bounded however much subagents did.
 */
import type { Event } from '../transcript.ts';
import type { TranscriptSource } from './contract.ts';

/** Writes what one agent said and did; `end` is called once, behind its last event. */
export interface AgentWriter {
  push(event: Event): string;
  end(): string;
}

/** Characters that are held. */
const HELD = 8_000_000;
const PIECE = 32 * 1024;

/** `known` come first and in this order; others follow as they appear. */
export async function* byAgent(
  source: TranscriptSource,
  known: readonly string[],
  writerOf: (agent: string) => AgentWriter,
  held = HELD,
): AsyncIterable<string> {
  const order = [...known];
  const isKnown = new Set(known);
  for (let done = 0; done === 0 || done < order.length; ) {
    const reading = new Reading(order, isKnown, done, writerOf, held);
    for await (const event of source.events()) {
      const text = reading.push(event);
      if (text !== '') yield text;
    }
    yield* reading.end();
    done = reading.reached;
  }
}

class Reading {
  readonly #order: string[];
  readonly #known: Set<string>;
  readonly #writerOf: (agent: string) => AgentWriter;
  readonly #room: number;
  readonly #open = new Map<string, { writer: AgentWriter; text: string }>();
  /** Who is passed on. */
  readonly #first: number;
  /** Those before have been written, or are being held. */
  reached: number;
  #held = 0;

  constructor(
    order: string[],
    known: Set<string>,
    first: number,
    writerOf: (agent: string) => AgentWriter,
    room: number,
  ) {
    this.#order = order;
    this.#known = known;
    this.#first = first;
    this.#writerOf = writerOf;
    this.#room = room;
    this.reached = first;
    for (const agent of order.slice(first)) this.#begin(agent);
  }

  push(event: Event): string {
    const agent = event.source ?? 'primary';
    if (!this.#known.has(agent)) {
      this.#known.add(agent);
      this.#order.push(agent);
      if (this.reached === this.#order.length - 1) this.#begin(agent);
    }
    const own = this.#open.get(agent);
    if (!own) return '';
    const text = own.writer.push(event);
    own.text += text;
    if (agent === this.#order[this.#first]) return own.text.length < PIECE ? '' : taken(own);
    this.#held += text.length;
    if (this.#held > this.#room) this.#makeRoom();
    return '';
  }

  *end(): Iterable<string> {
    for (const agent of this.#order.slice(this.#first, this.reached)) {
      const own = this.#open.get(agent);
      if (own) yield taken(own) + own.writer.end();
    }
  }

  #begin(agent: string): void {
    this.#open.set(agent, { writer: this.#writerOf(agent), text: '' });
    this.reached++;
  }

  /** The last ones are put off. */
  #makeRoom(): void {
    while (this.#held > this.#room && this.reached > this.#first + 1) {
      const last = this.#order[--this.reached] as string;
      this.#held -= this.#open.get(last)?.text.length ?? 0;
      this.#open.delete(last);
    }
  }
}

function taken(own: { text: string }): string {
  const { text } = own;
  own.text = '';
  return text;
}
