/**
 * The events of each agent of a session, from all inputs that tell of it: each event once, made of every account of it,
 * in one order. Inputs of one rank follow each other.
 */
import type { EventDraft } from '../adapters/contract.ts';
import { joinEvents } from './join-events.ts';
import { joinOrder, type Ordered } from './join-order.ts';
import type { OwnIds } from './same-events.ts';
import { type Names, StreamNames } from './stream-names.ts';
import { ToldResponses } from './told-responses.ts';

interface Entry extends Ordered {
  /** The best first, one of each rank: the others are copies. */
  readonly accounts: EventDraft[];
  /** Rank of the last of them. */
  rank: number;
}

interface Home {
  readonly line: string;
  readonly entry: Entry;
}

export class JoinedLines {
  /** By line, one list for each rank. */
  readonly #lists = new Map<string, Entry[][]>();
  readonly #homes = new Map<string, Home>();
  readonly #responses = new ToldResponses();
  /** Only where an input has ids of its own. */
  readonly #streams: StreamNames | undefined;
  #rank: number | undefined;
  /** What better inputs call events of the present one. */
  #names: Names = new Map();
  #ownIds: OwnIds | undefined;
  /** Lists of the present rank, by line. */
  #present = new Map<string, Entry[]>();

  constructor({ hasOwnIds = false } = {}) {
    this.#streams = hasOwnIds ? new StreamNames((id) => this.#homes.has(id)) : undefined;
  }

  /** Begins the next input. The best come first. */
  begin(rank: number, ownIds?: OwnIds): void {
    if (rank !== this.#rank) this.#present = new Map();
    this.#rank = rank;
    this.#ownIds = ownIds;
    this.#names = new Map();
  }

  /** An event belongs to the agent that the best account of it names. */
  add(line: string, event: EventDraft): void {
    const rank = this.#rank ?? 0;
    const named = this.#streams?.named(event, line, this.#ownIds, this.#names) ?? event;
    const known = this.#homes.get(named.id);
    if (known?.entry.rank === rank) return;
    const account = this.#responses.own(named, rank, this.#ownIds !== undefined);
    if (!known) {
      const entry = { id: named.id, time: recordedTime(named), accounts: [account], rank };
      this.#homes.set(named.id, { line, entry });
      this.#list(line).push(entry);
      return;
    }
    known.entry.accounts.push(account);
    known.entry.rank = rank;
    if (known.line === line) this.#list(line).push(known.entry);
  }

  joined(): Map<string, EventDraft[]> {
    const lines = new Map<string, EventDraft[]>();
    for (const [line, lists] of this.#lists) {
      const entries = joinOrder(lists);
      lines.set(
        line,
        entries.map(({ accounts }) => joinEvents(accounts)),
      );
    }
    return lines;
  }

  #list(line: string): Entry[] {
    const known = this.#present.get(line);
    if (known) return known;
    const list: Entry[] = [];
    this.#present.set(line, list);
    const lists = this.#lists.get(line);
    if (lists) lists.push(list);
    else this.#lists.set(line, [list]);
    return list;
  }
}

/** Milliseconds since 1970. */
export function recordedTime({ timestamp, timestampSource }: EventDraft): number | undefined {
  if (timestamp === undefined || timestampSource !== undefined) return undefined;
  const time = Date.parse(timestamp);
  return Number.isFinite(time) ? time : undefined;
}
