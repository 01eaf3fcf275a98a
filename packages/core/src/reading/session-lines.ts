/**
 * The events of each agent of a session, in order, each once, from all inputs that tell of it. Of an event its place is held;
 * where inputs of different ranks tell of the session, also which other places tell of it.
 */
import type { EventDraft } from '../adapters/contract.ts';
import { lineOf, ownIds } from './agent-tree.ts';
import { joinEvents } from './join-events.ts';
import { joinOrder, type Ordered } from './join-order.ts';
import { PlaceList } from './place-list.ts';
import type { SessionThread } from './session-thread.ts';
import { type Names, renamed, StreamNames } from './stream-names.ts';
import { ToldResponses } from './told-responses.ts';
import { hasOwnIds, rankOf } from './witness.ts';

/** An event with the archive's number of it. */
export interface Placed {
  readonly draft: EventDraft;
  readonly logSeq: number | undefined;
}

interface Place {
  readonly thread: number;
  readonly place: number;
}

/** The events of one agent in one thread. */
interface Line {
  readonly thread: number;
  readonly places: PlaceList;
}

/** Whose an event is, and where else it is told. */
interface Home {
  readonly line: string;
  /** Rank of the last account. */
  rank: number;
  others?: Place[];
}

/** Threads come best first. */
export class SessionLines {
  readonly #threads: readonly SessionThread[];
  readonly #own: readonly string[];
  readonly #ranks: readonly number[];
  /** Inputs of different ranks tell of the session. */
  readonly #isMixed: boolean;
  /** By agent. */
  readonly #lines = new Map<string, Line[]>();
  readonly #homes = new Map<string, Home>();
  /** Two inputs of one rank may hold the same records (a copy of the file), as may a document: they count once. */
  readonly #seen: Set<string> | undefined;
  readonly #responses = new ToldResponses();
  /** Only where an input has ids of its own. */
  readonly #streams: StreamNames | undefined;
  /** By thread: what better ones call its events. */
  readonly #names: readonly Names[];
  readonly #joined = new Map<string, readonly (Ordered & Place)[]>();

  constructor(threads: readonly SessionThread[]) {
    const ownIdOf = ownIds(threads.map(({ read }) => read));
    this.#threads = threads;
    this.#own = threads.map(({ read }) => ownIdOf(read));
    this.#ranks = threads.map(({ read }) => rankOf(read));
    this.#isMixed = new Set(this.#ranks).size > 1;
    const isOwn = hasOwnIds(threads.map(({ read }) => read));
    this.#streams = isOwn ? new StreamNames((id) => this.#homes.has(id)) : undefined;
    this.#names = threads.map(({ names }) => new Map(names));
    const mayRepeat = threads.length > 1 || threads.some(({ read }) => read.facts.imported !== undefined);
    this.#seen = mayRepeat && !this.#isMixed ? new Set() : undefined;
  }

  /** The agent whose event it is; undefined when it was told before. */
  add(thread: number, place: number, read: EventDraft): string | undefined {
    const line = lineOf(read, this.#own[thread] as string);
    const names = this.#names[thread] as Names;
    const draft =
      this.#streams?.named(read, line, this.#threads[thread]?.read.dialect.ownIds, names) ?? renamed(read, names);
    if (this.#isMixed ? this.#isHere({ thread, place }, line, draft) : this.#isFirst(draft.id)) {
      this.#places(line, thread).push(place);
      return line;
    }
    return undefined;
  }

  /** Agents that inputs of different ranks tell of. */
  *mixed(): Generator<string> {
    for (const [line, lines] of this.#lines) if (this.#ranksOf(lines).size > 1) yield line;
  }

  *drafts(line: string): Generator<Placed> {
    for (const place of this.#order(line)) yield this.#read(place);
  }

  #isFirst(id: string): boolean {
    if (this.#seen?.has(id)) return false;
    this.#seen?.add(id);
    return true;
  }

  /** Whether the place belongs to the line: as the event, or as another account of it, by which order is told. */
  #isHere(at: Place, line: string, draft: EventDraft): boolean {
    const rank = this.#ranks[at.thread] as number;
    const known = this.#homes.get(draft.id);
    if (known?.rank === rank) return false;
    this.#responses.own(draft, rank, this.#hasOwnIds(at));
    if (!known) {
      this.#homes.set(draft.id, { line, rank });
      return true;
    }
    known.rank = rank;
    known.others = [...(known.others ?? []), at];
    return known.line === line;
  }

  #places(line: string, thread: number): PlaceList {
    const lines = this.#lines.get(line) ?? [];
    if (lines.length === 0) this.#lines.set(line, lines);
    const last = lines.at(-1);
    if (last?.thread === thread) return last.places;
    const places = new PlaceList();
    lines.push({ thread, places });
    return places;
  }

  #order(line: string): Iterable<Place> {
    const lines = this.#lines.get(line) ?? [];
    const ranks = this.#ranksOf(lines);
    if (ranks.size <= 1) return placesOf(lines);
    const known = this.#joined.get(line);
    if (known) return known;
    const lists = [...ranks].map((rank) => this.#entries(lines.filter(({ thread }) => this.#ranks[thread] === rank)));
    const joined = joinOrder(lists);
    this.#joined.set(line, joined);
    return joined;
  }

  #ranksOf(lines: readonly Line[]): Set<number | undefined> {
    return new Set(lines.map(({ thread }) => this.#ranks[thread]));
  }

  #entries(lines: readonly Line[]): (Ordered & Place)[] {
    return [...placesOf(lines)].map((at) => {
      const draft = this.#at(at);
      return { ...at, id: draft.id, time: recordedTime(draft) };
    });
  }

  #read(at: Place): Placed {
    const best = this.#at(at);
    // Numbers begin with 1.
    const logSeq = this.#threads[at.thread]?.logSeqs?.[at.place] || undefined;
    if (!this.#isMixed) return { draft: best, logSeq };
    const others = this.#homes.get(best.id)?.others ?? [];
    const accounts = [at, ...others].map((one) =>
      this.#responses.own(this.#at(one), this.#ranks[one.thread] as number, this.#hasOwnIds(one)),
    );
    return { draft: joinEvents(accounts), logSeq };
  }

  #at({ thread, place }: Place): EventDraft {
    const draft = (this.#threads[thread] as SessionThread).events.at(place);
    return renamed(draft, this.#names[thread] as Names);
  }

  #hasOwnIds({ thread }: Place): boolean {
    return this.#threads[thread]?.read.dialect.ownIds !== undefined;
  }
}

function* placesOf(lines: readonly Line[]): Generator<Place> {
  for (const { thread, places } of lines) {
    for (let index = 0; index < places.length; index++) yield { thread, place: places.at(index) };
  }
}

/** Milliseconds since 1970. */
function recordedTime({ timestamp, timestampSource }: EventDraft): number | undefined {
  if (timestamp === undefined || timestampSource !== undefined) return undefined;
  const time = Date.parse(timestamp);
  return Number.isFinite(time) ? time : undefined;
}
