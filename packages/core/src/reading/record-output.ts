/**
 * Stands between a dialect and the sink: gives events without a time the one before, puts the place of the
 * current record on problems, and turns whatever the dialect left untouched into an `unparsed` event, so that
 * no record is ever lost. One of these serves every session of an input.
 */
import type {
  AppendAt,
  EventDraft,
  EventPatch,
  NativeRecord,
  Output,
  ProblemKind,
  SessionFacts,
  Sink,
} from '../adapters/contract.ts';
import { isPlainTime, readTime } from './time.ts';

/** What the outputs of one input share. Saved with the reader's state. */
export interface ReadingClock {
  /** The last time seen, inherited by events that have none. */
  time?: string;
  /** Start of the session as it says itself. */
  since?: string;
  /** Events and facts written for the current record. */
  touched: number;
  record?: PlacedRecord;
  /** Time of the file. */
  fallback?: string;
}

export interface PlacedRecord extends NativeRecord {
  place(): { line?: number; start?: number; end?: number; pointer?: string };
}

const EPOCH = '1970-01-01T00:00:00.000Z';

export class RecordOutput implements Output {
  readonly #sink: Sink;
  readonly #clock: ReadingClock;
  #children?: Map<string, RecordOutput>;

  constructor(sink: Sink, clock: ReadingClock) {
    this.#sink = sink;
    this.#clock = clock;
  }

  add(event: EventDraft): string {
    makeSound(event);
    this.#stamp(event);
    return this.#sink.add(event);
  }

  put(event: EventDraft): void {
    makeSound(event);
    this.#stamp(event);
    this.#sink.put(event);
  }

  patch(id: string, change: EventPatch): boolean {
    makeTimesSound(change);
    const done = this.#sink.patch(id, change);
    if (done) this.#clock.touched++;
    if (done && isPlainTime(change.timestamp)) this.#clock.time = change.timestamp;
    return done;
  }

  append(id: string, delta: string, at?: AppendAt): boolean {
    const done = this.#sink.append(id, delta, at);
    if (done) this.#clock.touched++;
    return done;
  }

  session(facts: SessionFacts): void {
    this.#clock.since ??= readTime(facts.startedAt);
    this.#sink.session(facts);
  }

  attach(mime: string, base64: string): string {
    return this.#sink.attach(mime, base64);
  }

  digest(text: string): string {
    return this.#sink.digest(text);
  }

  problem(kind: ProblemKind, message: string): void {
    this.#sink.problem({ kind, message, ...this.#clock.record?.place() });
  }

  solve(kind: ProblemKind, start: number): void {
    this.#sink.solve(kind, start);
  }

  in(nativeId: string): Output {
    this.#children ??= new Map();
    let child = this.#children.get(nativeId);
    if (!child) {
      child = new RecordOutput(this.#sink.in(nativeId), this.#clock);
      this.#children.set(nativeId, child);
    }
    return child;
  }

  /** Keeps a record that no event accounts for. */
  unparsed(record: PlacedRecord, kind: ProblemKind, message: string, raw: unknown): void {
    this.add({
      id: record.ref,
      type: 'unparsed',
      raw,
      error: { message, code: kind },
      native: record.native('unknown'),
    });
    this.#sink.problem({ kind, message, ...record.place() });
  }

  #stamp(event: EventDraft): void {
    const clock = this.#clock;
    clock.touched++;
    const time =
      event.timestamp === undefined || isPlainTime(event.timestamp) ? event.timestamp : readTime(event.timestamp);
    if (time !== undefined) {
      event.timestamp = time;
      clock.time = time;
      return;
    }
    event.timestampSource = clock.time ? 'previous' : clock.since ? 'session' : clock.fallback ? 'file' : 'none';
    event.timestamp = clock.time ?? clock.since ?? clock.fallback ?? EPOCH;
  }
}

/** What the format requires, whatever a record has in its place: a tool has a name, and times are times. */
function makeSound(event: EventDraft): void {
  makeTimesSound(event);
  if (event.tool && !event.tool.name) event.tool.name = UNNAMED;
}

const UNNAMED = 'unknown';

/** A value that is no time is kept beside, as it was. */
function makeTimesSound(event: Pick<EventDraft, 'startedAt' | 'completedAt' | 'extra'>): void {
  if (event.startedAt !== undefined && !isPlainTime(event.startedAt)) mendTime(event, 'startedAt');
  if (event.completedAt !== undefined && !isPlainTime(event.completedAt)) mendTime(event, 'completedAt');
}

function mendTime(
  event: Pick<EventDraft, 'startedAt' | 'completedAt' | 'extra'>,
  field: 'startedAt' | 'completedAt',
): void {
  const given = event[field];
  const time = readTime(given);
  if (time !== undefined) event[field] = time;
  else {
    delete event[field];
    event.extra = { ...event.extra, [field]: given };
  }
}
