/** A sink that keeps of events what their tokens need, and nothing of what they say. */
import type { AppendAt, EventDraft, EventPatch, ProblemDraft, SessionFacts, Sink } from '@hansard/core';
import { mergeFacts } from '@hansard/core/reading/session-facts.ts';
import type { WholeThread } from '../ingest/input-change.ts';

export class UsageSink implements Sink {
  readonly #nativeId: string;
  readonly #digest: (data: string | Uint8Array) => string;
  readonly #threads: Map<string, UsageSink>;
  readonly #events = new Map<string, EventDraft>();
  #facts: SessionFacts;

  constructor(
    digest: (data: string | Uint8Array) => string,
    nativeId = '',
    threads: Map<string, UsageSink> = new Map(),
  ) {
    this.#digest = digest;
    this.#nativeId = nativeId;
    this.#threads = threads;
    this.#facts = nativeId === '' ? {} : { nativeId };
    threads.set(nativeId, this);
  }

  get facts(): SessionFacts {
    return this.#facts;
  }

  /** What was told, for each session of the input. */
  threads(): WholeThread[] {
    return [...this.#threads.values()].map((thread) => thread.#whole());
  }

  #whole(): WholeThread {
    return { part: this.#nativeId, facts: this.#facts, events: told([...this.#events.values()]) };
  }

  add(event: EventDraft): string {
    let { id } = event;
    for (let n = 2; this.#events.has(id); n++) id = `${event.id}~${n}`;
    const kept = lean(event);
    kept.id = id;
    this.#events.set(id, kept);
    return id;
  }

  put(event: EventDraft): void {
    this.#events.set(event.id, lean(event));
  }

  patch(id: string, { usage, model, timestamp, timestampSource }: EventPatch): boolean {
    const event = this.#events.get(id);
    if (!event) return false;
    if (usage) event.usage = usage;
    if (model !== undefined) event.model = model;
    if (timestamp !== undefined) {
      event.timestamp = timestamp;
      event.timestampSource = timestampSource;
    }
    return true;
  }

  append(id: string, _delta: string, _at?: AppendAt): boolean {
    return this.#events.has(id);
  }

  session(facts: SessionFacts): void {
    this.#facts = mergeFacts(this.#facts, facts);
  }

  problem(_problem: ProblemDraft): void {}

  solve(): void {}

  attach(): string {
    return '';
  }

  digest(text: string): string {
    return this.#digest(text);
  }

  in(nativeId: string): Sink {
    if (this.#facts.nativeId === nativeId && !this.#threads.has(nativeId)) return this;
    return this.#threads.get(nativeId) ?? new UsageSink(this.#digest, nativeId, this.#threads);
  }
}

/** Events with numbers, and those that begin and end the session: sessions are ordered, and totals dated, by these. */
export function told(events: readonly EventDraft[]): WholeThread['events'] {
  const ends = new Set(timed(events));
  return events.filter((event) => event.usage || ends.has(event)).map((event) => ({ event, body: 0 }));
}

/** The events that begin and end it, without numbers. */
export function bounds(events: readonly EventDraft[]): EventDraft[] {
  return [...new Set(timed(events))].map(({ usage: _usage, ...event }) => event);
}

const [EARLIEST, LATEST] = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];

/** The first and the last by recorded time. */
function timed(events: readonly EventDraft[]): EventDraft[] {
  let [first, last]: (EventDraft | undefined)[] = [];
  let [begin, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [firstText, lastText] = [LATEST, EARLIEST];
  for (const event of events) {
    const { timestamp } = event;
    if (timestamp === undefined || event.timestampSource !== undefined) continue;
    // Nearly all are written alike, and lie between two that are known.
    const isAlike = timestamp.length === LATEST.length && timestamp.endsWith('Z');
    if (isAlike && timestamp >= firstText && timestamp <= lastText) continue;
    const at = Date.parse(timestamp);
    if (isAlike && at < begin) firstText = timestamp;
    if (isAlike && at > end) lastText = timestamp;
    if (at < begin) [begin, first] = [at, event];
    if (at > end) [end, last] = [at, event];
  }
  return first && last ? [first, last] : [];
}

/** What rows of usage are made from. */
export function lean({
  id,
  type,
  timestamp,
  timestampSource,
  source,
  model,
  usage,
  withdrawn,
}: EventDraft): EventDraft {
  const event: EventDraft = { id, type, timestamp };
  if (timestampSource !== undefined) event.timestampSource = timestampSource;
  if (source !== undefined) event.source = source;
  if (model !== undefined) event.model = model;
  if (withdrawn !== undefined) event.withdrawn = withdrawn;
  if (usage) event.usage = usage.native === undefined ? usage : { ...usage, native: undefined };
  return event;
}
