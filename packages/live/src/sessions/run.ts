/**
 * One process of an agent, through its holder: what it wrote so far, and what is said to it. Most agents have one session in a
 * process; where one serves many, each session has a seat, and gets the records that are its own.
 */
import { existsSync } from 'node:fs';
import type { Driver, Sharing } from '../drivers/contract.ts';
import type { HolderSpec, OutLine, StopTimes } from '../holder/protocol.ts';
import { connectHolder, type HolderLink, startHolder } from '../holder/start-holder.ts';
import { type WireRecord, WireTail } from '../wire/wire-tail.ts';
import { Seat, type SeatEvents, seatOfNote } from './seat.ts';

/** What must be known of the agent. */
export type RunDriver = Pick<Driver, 'sharing' | 'unheard'>;

export interface RunOwner {
  /** The wire has grown. */
  grown(run: Run): void;
  /** The holder is gone and has not said how the agent ended: nothing of the run may be left, and its end is noted. */
  cleanUp(run: Run): Promise<void>;
}

const CONNECT_MS = 2000;
const AT_ONCE: StopTimes = { endMs: 5000, termMs: 5000 };
/** Of what every session of a process must know: the handshake. */
const MOST_KEPT = 16;

export class Run {
  readonly id: string;
  readonly wire: string;
  readonly #owner: RunOwner;
  readonly #sharing: Sharing | undefined;
  readonly #unheard: readonly string[] | undefined;
  readonly #routes = { threads: {}, requests: {} };
  readonly #seats = new Map<number, Seat>();
  readonly #kept: WireRecord[] = [];
  #lastSeat = 0;
  #tail: WireTail | undefined;
  #link: HolderLink | undefined;
  #isStopping = false;
  #ended: () => void = () => {};
  readonly #end = new Promise<void>((resolve) => {
    this.#ended = resolve;
  });

  constructor(id: string, wire: string, owner: RunOwner, { sharing, unheard }: RunDriver = {}) {
    this.id = id;
    this.wire = wire;
    this.#owner = owner;
    this.#sharing = sharing;
    this.#unheard = unheard;
  }

  /** A place for a session. It learns what every session of the process must know. */
  join(events: SeatEvents, number = this.nextSeat): Seat {
    this.#lastSeat = Math.max(this.#lastSeat, number);
    const seat = new Seat(this, number, events);
    this.#seats.set(number, seat);
    for (const record of this.#kept) seat.take(record);
    return seat;
  }

  /** 0 where there is only one. */
  get nextSeat(): number {
    return this.#sharing ? this.#lastSeat + 1 : 0;
  }

  /** Somebody can still be given a place. */
  get isOpen(): boolean {
    return this.#link !== undefined && !this.#isStopping;
  }

  get isFull(): boolean {
    return this.#seats.size >= (this.#sharing?.most ?? 1);
  }

  /** Starts the agent. An agent that ends at once has run all the same. */
  async start(program: string, spec: HolderSpec): Promise<void> {
    try {
      this.#link = await startHolder(program, spec, this.#linked);
    } catch (error) {
      if (!existsSync(this.wire)) throw error;
      this.#pump();
      await this.#gone(true);
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

  get isLinked(): boolean {
    return this.#link !== undefined;
  }

  /** Something was said, by whomever, that has not come back by the wire. */
  get isInFlight(): boolean {
    return [...this.#seats.values()].some((seat) => seat.isInFlight);
  }

  send(lines: readonly OutLine[]): void {
    this.#link?.send({ lines });
  }

  /** Values that stand in no wire, by the names that stand there for them. */
  tellSecrets(secrets: Readonly<Record<string, string>>): void {
    if (Object.keys(secrets).length > 0) this.#link?.send({ secrets });
  }

  stop(times: StopTimes): void {
    this.#isStopping = true;
    this.#link?.send({ stop: times });
  }

  /** Until the process has ended, where it was told to. */
  async over(): Promise<void> {
    if (this.#isStopping && this.#link) await this.#end;
  }

  /** Whether nobody else sits there. */
  isLast(seat: Seat): boolean {
    return this.#seats.size === 1 && this.#seats.has(seat.number);
  }

  /** Its session has left the process, which has nothing more to do when nobody is there. */
  vacate(seat: Seat): void {
    this.#seats.delete(seat.number);
    if (this.#seats.size === 0 && this.isOpen) this.stop({ ...AT_ONCE, reason: 'no session was left' });
  }

  /** Lets go of a session. The last one lets go of the process, which goes on. */
  give(seat: Seat): void {
    this.#seats.delete(seat.number);
    if (this.#seats.size === 0) this.leave();
  }

  /** Lets go of it; the agent goes on. */
  leave(): void {
    this.#link?.close();
    this.#link = undefined;
    this.#ended();
    this.#tail?.close();
    this.#tail = undefined;
  }

  readonly #linked = {
    grown: () => this.#pump(),
    gone: (isEnded: boolean) => void this.#gone(isEnded),
  };

  async #gone(isEnded: boolean): Promise<void> {
    this.#isStopping = true;
    this.#pump();
    this.#link = undefined;
    if (!isEnded) {
      await this.#owner.cleanUp(this);
      this.#pump();
    }
    const seats = [...this.#seats.values()];
    this.leave();
    this.#ended();
    for (const seat of seats) seat.gone();
  }

  #pump(): void {
    if (!this.#tail && !existsSync(this.wire)) return;
    this.#tail ??= new WireTail(this.wire, this.#unheard);
    const reached = new Set<Seat>();
    const wasInFlight = this.#sharing !== undefined && this.isInFlight;
    for (const record of this.#tail.read())
      for (const seat of this.#seatsOf(record)) {
        reached.add(seat);
        seat.take(record);
      }
    this.#owner.grown(this);
    if (reached.size === 0) return;
    // A session that begins waits until nobody says anything: all of them share one handshake.
    const told = wasInFlight && !this.isInFlight ? this.#seats.values() : reached;
    for (const seat of [...told]) seat.caughtUp();
  }

  #seatsOf(record: WireRecord): Iterable<Seat> {
    const sharing = this.#sharing;
    if (!sharing) return this.#seats.values();
    const number = record.dir === 'note' ? this.#noted(record) : sharing.seatOf(this.#routes, record);
    if (number === undefined) {
      if (sharing.isForAll(record)) this.#keep(record);
      return [...this.#seats.values()];
    }
    const seat = this.#seats.get(number);
    return seat ? [seat] : [];
  }

  #noted({ msg }: WireRecord): number | undefined {
    const seat = seatOfNote(msg)?.seat;
    if (seat !== undefined) this.#lastSeat = Math.max(this.#lastSeat, seat);
    return seat;
  }

  #keep(record: WireRecord): void {
    this.#kept.push(record);
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
  }
}
