/**
 * The place of a session at a process. What it says is marked as its own where the process serves others too, and its end is
 * then a note, because the process goes on.
 */
import { isObject } from '@hansard/core/reading/native-values.ts';
import type { OutLine, StopTimes } from '../holder/protocol.ts';
import type { WireRecord } from '../wire/wire-tail.ts';
import type { Run } from './run.ts';
import type { SessionOptions } from './run-header.ts';

export interface SeatEvents {
  record(record: WireRecord): void;
  /** Everything that was there has been told by `record`. */
  caughtUp(): void;
  /** The process has ended, or the session has no place at it any more. */
  gone(): void;
  /** The agent's own id of the session, as far as it is known. */
  thread(): string | undefined;
}

/** What a wire must tell of a session that shares its process. */
export interface JoinedNote {
  readonly seat: number;
  readonly id: string;
  readonly createdAt: number;
  readonly options: SessionOptions;
  /** The agent's own id of the session that it goes on with. */
  readonly session?: string;
  readonly fork?: true;
}

export class Seat {
  readonly run: Run;
  /** 0 where the process is the session's own. */
  readonly number: number;
  readonly #events: SeatEvents;
  /** What was sent and has not come back by the wire, in order. What a daemon before us sent may still come in between. */
  readonly #flight: string[] = [];
  #isGiven = false;

  constructor(run: Run, number: number, events: SeatEvents) {
    this.run = run;
    this.number = number;
    this.#events = events;
  }

  get wire(): string {
    return this.run.wire;
  }

  get isLinked(): boolean {
    return this.run.isLinked && !this.#isGiven;
  }

  /** Others sit at the process. */
  get isShared(): boolean {
    return this.number > 0 && !this.run.isLast(this);
  }

  /** What was said has not come back by the wire yet: nothing else is decided meanwhile. */
  get isInFlight(): boolean {
    return this.#flight.length > 0;
  }

  /** Where something is said for all sessions of a process, one of them says it. */
  get mayGreet(): boolean {
    return this.number === 0 || !this.run.isInFlight;
  }

  say(lines: readonly OutLine[]): void {
    if (!this.isLinked) return;
    const marked = lines.map((line) => this.#marked(line));
    this.#flight.push(...marked.map(({ dir, msg }) => `${dir}${JSON.stringify(msg)}`));
    this.run.send(marked);
  }

  #marked(line: OutLine): OutLine {
    const { dir, msg } = line;
    if (this.number === 0 || dir !== 'note' || !isObject(msg)) return line;
    const thread = this.#events.thread();
    return { dir, msg: { seat: this.number, ...(thread === undefined ? {} : { thread }), ...msg } };
  }

  /** Ends the process, or only the session's place at it, where others are left. */
  stop(times: StopTimes): void {
    if (!this.isShared) {
      this.run.stop(times);
      return;
    }
    const { paused, reason } = times;
    const exit = {
      code: null,
      signal: null,
      by: 'daemon',
      ...(paused ? { paused } : {}),
      ...(reason ? { reason } : {}),
    };
    this.say([{ dir: 'note', msg: { exit } }]);
  }

  /** Lets go of it; the agent goes on. */
  leave(): void {
    this.#flight.length = 0;
    this.#isGiven = true;
    this.run.give(this);
  }

  /** From the wire. */
  take(record: WireRecord): void {
    if (this.#flight.length > 0 && this.#flight[0] === `${record.dir}${JSON.stringify(record.msg)}`)
      this.#flight.shift();
    const exit = this.number > 0 && record.dir === 'note' ? record.msg?.exit : undefined;
    this.#events.record(isObject(exit) ? { ...record, dir: 'exit', msg: exit } : record);
    if (!isObject(exit)) return;
    this.gone();
    this.run.vacate(this);
  }

  caughtUp(): void {
    if (!this.#isGiven) this.#events.caughtUp();
  }

  gone(): void {
    this.#flight.length = 0;
    this.#isGiven = true;
    this.#events.gone();
  }
}

/** Whose note it is, and whether it tells that a session has joined. */
export function seatOfNote(msg: unknown): { readonly seat: number; readonly joined?: JoinedNote } | undefined {
  if (!isObject(msg) || !Number.isSafeInteger(msg['seat'])) return undefined;
  const seat = msg['seat'] as number;
  const { joined } = msg;
  const isWhole = isObject(joined) && typeof joined['id'] === 'string' && isObject(joined['options']);
  return isWhole ? { seat, joined: { ...(joined as unknown as JoinedNote), seat } } : { seat };
}
