/**
 * Where events go on their way into the archive. It keeps what one transaction will write and forgets the rest, so
 * that memory does not grow with the session. An event is read back later from the block where it was added; what
 * later blocks say about it is therefore kept as operations.
 */
import type { AppendAt, EventDraft, EventPatch, ProblemDraft, ProblemKind, SessionFacts, Sink } from '@hansard/core';
import { fromBase64 } from '@hansard/core/reading/base64.ts';
import { appendDelta, patchEvent, replaceEvent, takeBack } from '@hansard/core/reading/collector.ts';
import { mergeFacts } from '@hansard/core/reading/session-facts.ts';
import type { EventFacts } from './event-facts.ts';

export type Operation =
  | { readonly patch: EventPatch }
  | { readonly put: EventDraft }
  | { readonly append: string; readonly at?: AppendAt };

export interface PendingEvent {
  event: EventDraft;
  /** Start of the unit that it was added in. */
  readonly start: number;
  /** What later units changed, by their start. */
  later?: Map<number, Operation[]>;
}

/** An event that was read elsewhere: only what is written of it came from there. */
export interface ReadEvent extends Pick<PendingEvent, 'start' | 'later'> {
  readonly facts: EventFacts;
}

/** What happened to an event that is in the archive already. */
export interface LateChange {
  readonly key: string;
  readonly later: Map<number, Operation[]>;
}

export interface ThreadDraft {
  readonly nativeId: string;
  readonly facts: SessionFacts;
  readonly events: readonly (PendingEvent | ReadEvent)[];
  readonly changes: readonly LateChange[];
}

export interface SinkOptions {
  /** SHA-256 in hex. */
  readonly digest: (data: string | Uint8Array) => string;
  /** Whether an event was read from this input in an earlier run, for reading on. */
  readonly known?: (nativeId: string, key: string) => boolean;
  /** What is known of the threads from earlier runs, by native id; the input's own under ''. */
  readonly facts?: ReadonlyMap<string, SessionFacts>;
}

/** Shared by the sinks of all sessions in one input. */
interface Shared {
  readonly options: SinkOptions;
  readonly threads: Map<string, ThreadSink>;
  problems: ProblemDraft[];
  solved: Solved[];
  renamed: Renamed[];
  /** Start of the unit that is being read, and how many events it has added. */
  start: number;
  added: number;
}

/** The nth event of a unit whose own id was taken. */
export interface Renamed {
  readonly start: number;
  readonly nth: number;
  readonly key: string;
}

/** A problem that was written in an earlier transaction and is none. */
export type Solved = Required<Pick<ProblemDraft, 'kind' | 'start'>>;

export interface Taken {
  readonly threads: ThreadDraft[];
  readonly problems: ProblemDraft[];
  readonly solved: Solved[];
  readonly renamed: Renamed[];
}

export class IndexSink {
  readonly #shared: Shared;
  readonly root: ThreadSink;

  constructor(options: SinkOptions) {
    this.#shared = { options, threads: new Map(), problems: [], solved: [], renamed: [], start: 0, added: 0 };
    this.root = threadOf(this.#shared, '');
    for (const nativeId of options.facts?.keys() ?? []) if (nativeId !== '') threadOf(this.#shared, nativeId);
  }

  /** Events from here on are read back from the block that begins at `start`. */
  beginUnit(start: number, added = 0): void {
    this.#shared.start = start;
    this.#shared.added = added;
  }

  /** What is known of the input's own session. */
  get facts(): SessionFacts {
    return this.root.facts;
  }

  /** How many events the unit has added so far. */
  get added(): number {
    return this.#shared.added;
  }

  /** What has come since the last call. Threads that nothing happened to are left out. */
  take(): Taken {
    const { threads, problems, solved, renamed } = this.#shared;
    this.#shared.problems = [];
    this.#shared.solved = [];
    this.#shared.renamed = [];
    return { threads: [...threads.values()].flatMap((thread) => thread.take() ?? []), problems, solved, renamed };
  }
}

function threadOf(shared: Shared, nativeId: string): ThreadSink {
  let thread = shared.threads.get(nativeId);
  if (!thread) {
    thread = new ThreadSink(shared, nativeId);
    shared.threads.set(nativeId, thread);
  }
  return thread;
}

class ThreadSink implements Sink {
  readonly #shared: Shared;
  readonly #nativeId: string;
  #facts: SessionFacts;
  #factsChanged = false;
  #events: PendingEvent[] = [];
  #pending = new Map<string, PendingEvent>();
  #changes = new Map<string, LateChange>();
  readonly #keys = new Set<string>();
  readonly #repeats = new Map<string, number>();
  /** The last id that was found in the archive. */
  #found: string | undefined;

  constructor(shared: Shared, nativeId: string) {
    this.#shared = shared;
    this.#nativeId = nativeId;
    this.#facts = shared.options.facts?.get(nativeId) ?? (nativeId === '' ? {} : { nativeId });
  }

  get facts(): SessionFacts {
    return this.#facts;
  }

  take(): ThreadDraft | undefined {
    if (this.#events.length === 0 && this.#changes.size === 0 && !this.#factsChanged) return undefined;
    const draft = {
      nativeId: this.#nativeId,
      facts: this.#facts,
      events: this.#events,
      changes: [...this.#changes.values()],
    };
    this.#events = [];
    this.#pending = new Map();
    this.#changes = new Map();
    this.#factsChanged = false;
    return draft;
  }

  add(event: EventDraft): string {
    const shared = this.#shared;
    const nth = shared.added++;
    if (this.#isKnown(event.id)) {
      event.id = this.#freeId(event.id);
      shared.renamed.push({ start: shared.start, nth, key: event.id });
    }
    const pending: PendingEvent = { event, start: shared.start };
    this.#keys.add(event.id);
    this.#pending.set(event.id, pending);
    this.#events.push(pending);
    return event.id;
  }

  put(event: EventDraft): void {
    if (!this.#isKnown(event.id)) {
      this.add(event);
      return;
    }
    const pending = this.#pending.get(event.id);
    this.#note(event.id, pending, { put: event });
    if (pending) pending.event = replaceEvent(pending.event, event);
  }

  patch(id: string, change: EventPatch): boolean {
    if (!this.#isKnown(id)) return false;
    const pending = this.#pending.get(id);
    this.#note(id, pending, { patch: change });
    if (pending) pending.event = patchEvent(pending.event, change);
    return true;
  }

  append(id: string, delta: string, at?: AppendAt): boolean {
    if (!this.#isKnown(id)) return false;
    const pending = this.#pending.get(id);
    this.#note(id, pending, at ? { append: delta, at } : { append: delta });
    if (pending) appendDelta(pending.event, delta, at ?? {});
    return true;
  }

  session(facts: SessionFacts): void {
    this.#facts = mergeFacts(this.#facts, facts);
    this.#factsChanged = true;
  }

  problem(problem: ProblemDraft): void {
    this.#shared.problems.push(problem);
  }

  solve(kind: ProblemKind, start: number): void {
    if (!takeBack(this.#shared.problems, kind, start)) this.#shared.solved.push({ kind, start });
  }

  /** The bytes are in the original; the event refers to them by this hash. */
  attach(_mime: string, base64: string): string {
    return `sha256-${this.#shared.options.digest(fromBase64(base64))}`;
  }

  digest(text: string): string {
    return this.#shared.options.digest(text);
  }

  in(nativeId: string): Sink {
    const isOwn = this.#facts.nativeId === nativeId && !this.#shared.threads.has(nativeId);
    return isOwn ? this : threadOf(this.#shared, nativeId);
  }

  /** Reading back the unit that an event was added in does not see what later units did to it. */
  #note(id: string, pending: PendingEvent | undefined, operation: Operation): void {
    const { start } = this.#shared;
    if (pending?.start === start) return;
    const kept = copyOf(operation);
    if (pending) pending.later = noted(pending.later ?? new Map(), start, kept);
    else {
      const change = this.#changes.get(id) ?? { key: id, later: new Map() };
      noted(change.later, start, kept);
      this.#changes.set(id, change);
    }
  }

  /** Pieces of a text come one after the other, and each asks for the same event. */
  #isKnown(id: string): boolean {
    if (id === this.#found || this.#keys.has(id)) return true;
    const isKept = this.#shared.options.known?.(this.#nativeId, id) === true;
    if (isKept) this.#found = id;
    return isKept;
  }

  /** Goes on counting where it stopped: a hostile input may repeat one id in every record. */
  #freeId(taken: string): string {
    let n = this.#repeats.get(taken) ?? 2;
    while (this.#isKnown(`${taken}~${n}`)) n++;
    this.#repeats.set(taken, n + 1);
    return `${taken}~${n}`;
  }
}

/** What is in it becomes part of the event, which may go on changing. A piece of text is copied by hand, which takes a tenth. */
function copyOf(operation: Operation): Operation {
  if (!('append' in operation)) return structuredClone(operation);
  const { append, at } = operation;
  return at ? { append, at: { ...at } } : { append };
}

function noted(later: Map<number, Operation[]>, start: number, operation: Operation): Map<number, Operation[]> {
  const operations = later.get(start);
  if (operations) operations.push(operation);
  else later.set(start, [operation]);
  return later;
}
