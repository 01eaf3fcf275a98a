/** One process of an agent, through its holder: what it wrote so far, and what is said to it. */
import { existsSync } from 'node:fs';
import type { HolderSpec, OutLine, StopTimes } from '../holder/protocol.ts';
import { connectHolder, type HolderLink, startHolder } from '../holder/start-holder.ts';
import { type WireRecord, WireTail } from '../wire/wire-tail.ts';

export interface RunEvents {
  record(record: WireRecord): void;
  /** Everything that was there has been told by `record`. */
  caughtUp(): void;
  /** `isEnded`: its end is in the wire. Otherwise its holder was killed, and the agent with it or not. */
  gone(isEnded: boolean): void;
}

const CONNECT_MS = 2000;

export class Run {
  readonly id: string;
  readonly wire: string;
  readonly #events: RunEvents;
  #tail: WireTail | undefined;
  #link: HolderLink | undefined;
  /** What was sent and has not come back by the wire, in order. What a daemon before us sent may still come in between. */
  readonly #flight: string[] = [];

  constructor(id: string, wire: string, events: RunEvents) {
    this.id = id;
    this.wire = wire;
    this.#events = events;
  }

  /** Starts the agent. An agent that ends at once has run all the same. */
  async start(program: string, spec: HolderSpec): Promise<void> {
    try {
      this.#link = await startHolder(program, spec, this.#linked);
    } catch (error) {
      if (!existsSync(this.wire)) throw error;
      this.#pump();
      this.#events.gone(true);
      return;
    }
    this.#pump();
  }

  /** Goes on with an agent that runs already; false when its holder does not answer. */
  async attach(socket: string): Promise<boolean> {
    this.#pump();
    try {
      this.#link = await connectHolder(socket, this.#linked, CONNECT_MS);
    } catch {
      return false;
    }
    this.#pump();
    return true;
  }

  /** What is in the wire, without an agent. */
  readAll(): void {
    this.#pump();
  }

  /** What was said has not come back by the wire yet: nothing else is decided meanwhile. */
  get isInFlight(): boolean {
    return this.#flight.length > 0;
  }

  get isLinked(): boolean {
    return this.#link !== undefined;
  }

  say(lines: readonly OutLine[]): void {
    if (!this.#link) return;
    this.#flight.push(...lines.map(({ dir, msg }) => `${dir}${JSON.stringify(msg)}`));
    this.#link.send({ lines });
  }

  stop(times: StopTimes): void {
    this.#link?.send({ stop: times });
  }

  /** Lets go of it; the agent goes on. */
  leave(): void {
    this.#link?.close();
    this.#link = undefined;
    this.#flight.length = 0;
    this.#tail?.close();
    this.#tail = undefined;
  }

  readonly #linked = {
    grown: () => this.#pump(),
    gone: (isEnded: boolean) => {
      this.#pump();
      this.leave();
      this.#events.gone(isEnded);
    },
  };

  #pump(): void {
    if (!this.#tail && !existsSync(this.wire)) return;
    this.#tail ??= new WireTail(this.wire);
    let any = false;
    for (const record of this.#tail.read()) {
      any = true;
      if (this.#flight.length > 0 && this.#flight[0] === `${record.dir}${JSON.stringify(record.msg)}`)
        this.#flight.shift();
      this.#events.record(record);
    }
    if (any) this.#events.caughtUp();
  }
}
