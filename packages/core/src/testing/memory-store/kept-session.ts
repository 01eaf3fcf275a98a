/** One session of the store in memory: its transcript, and its events in the order in which the store learnt of them. */
import { columnsOf, type EventColumns, timeOf, touchesOf } from '../../events/event-facts.ts';
import { isError, isPrompt } from '../../events/event-kinds.ts';
import { PRIMARY_SOURCE } from '../../events/source-path.ts';
import type { SessionRow, SourceFacts } from '../../store/sessions.ts';
import type { FileTouch, SkeletonEvent } from '../../store/views.ts';
import type { Event, Transcript } from '../../transcript.ts';
import { CHANGING_ACTIONS } from '../../views/changing-actions.ts';
import { PRIMARY } from '../../views/skeleton.ts';

export interface KeptEvent {
  readonly event: Event;
  readonly columns: EventColumns;
  /** Number of its last change in the whole store; 0 for none. */
  readonly changed: number;
  /** Number in the whole store, in the order of arrival. */
  readonly arrived: number;
}

/** Numbers that go through the whole store. */
export interface StoreCounters {
  change: number;
  event: number;
}

export class KeptSession {
  transcript: Transcript;
  /** By logSeq, from 1. */
  readonly events: KeptEvent[] = [];
  readonly #places = new Map<string, number>();

  constructor(transcript: Transcript, counters: StoreCounters) {
    this.transcript = transcript;
    this.put(transcript, counters);
  }

  get id(): string {
    return this.transcript.transcriptId;
  }

  get lastSeq(): number {
    return this.events.length;
  }

  /** The same session as it is now: what is new comes behind, what has changed keeps its place, what is gone is marked. */
  put(transcript: Transcript, counters: StoreCounters): void {
    this.transcript = transcript;
    const there = new Set<string>();
    for (const event of transcript.events) {
      there.add(event.id);
      this.#place(event, counters);
    }
    for (const { event } of [...this.events]) {
      if (!there.has(event.id) && !event.withdrawn) this.#place({ ...event, withdrawn: true }, counters);
    }
  }

  seqOf(eventId: string): number | undefined {
    return this.#places.get(eventId);
  }

  #place(given: Event, counters: StoreCounters): void {
    const seq = this.#places.get(given.id) ?? this.events.length + 1;
    const event: Event = { ...given, source: given.source ?? PRIMARY_SOURCE, seq, logSeq: seq };
    const known = this.events[seq - 1];
    if (known && JSON.stringify(known.event) === JSON.stringify(event)) return;
    this.#places.set(given.id, seq);
    const changed = known ? ++counters.change : 0;
    this.events[seq - 1] = { event, columns: columnsOf(event), changed, arrived: known?.arrived ?? ++counters.event };
  }

  row(starred: boolean, tags: readonly string[]): SessionRow {
    const { session, source } = this.transcript;
    const count = (is: (event: Event) => boolean) => this.events.filter(({ event }) => is(event)).length;
    const { first, last } = this.times();
    const asked = this.events.find(({ event }) => isPrompt(event))?.event.text;
    const { repo } = session.environment;
    return {
      id: this.id,
      agent: source.agent,
      nativeId: session.nativeId ?? null,
      title: session.title ?? asked ?? null,
      project: session.environment.cwd ?? null,
      repository: repo?.remote ?? repo?.name ?? null,
      branch: repo?.branch ?? null,
      startedAt: first === undefined ? null : new Date(first).toISOString(),
      endedAt: last === undefined ? null : new Date(last).toISOString(),
      state: session.state ?? 'open',
      lineage: session.lineage ? { kind: session.lineage.kind, of: session.lineage.of ?? null } : null,
      events: this.events.length,
      messages: count(({ type }) => type === 'user_message' || type === 'assistant_message'),
      toolCalls: count(({ type }) => type === 'tool_call'),
      errors: count(isError),
      subagents: new Set(this.events.map(({ event }) => event.source)).size - (this.hasPrimary() ? 1 : 0),
      lastSeq: this.lastSeq,
      path: null,
      bytes: JSON.stringify(this.transcript).length,
      missingSince: null,
      scrubbed: false,
      imported: false,
      origin: null,
      machine: null,
      starred,
      tags,
    };
  }

  hasPrimary(): boolean {
    return this.events.some(({ event }) => event.source === PRIMARY_SOURCE);
  }

  /** Recorded times only, in milliseconds. */
  times(): { first?: number; last?: number } {
    const times = this.events.flatMap(({ event, columns }) =>
      event.timestampSource === undefined && columns.time > 0 ? [columns.time] : [],
    );
    return times.length === 0 ? {} : { first: Math.min(...times), last: Math.max(...times) };
  }

  /** The agent of an event, with what the transcript says of it. */
  sourceOf(source: string): SourceFacts {
    if (source === PRIMARY_SOURCE) return PRIMARY;
    const node = this.transcript.session.agents?.find((one) => one.source === source);
    return {
      source,
      parent: node?.parent ?? PRIMARY_SOURCE,
      title: node?.title ?? null,
      type: node?.type ?? null,
      callId: node?.callId ?? null,
    };
  }

  *skeleton(): Generator<SkeletonEvent> {
    for (const { event, columns } of this.events) {
      yield {
        logSeq: event.logSeq as number,
        id: event.id,
        source: this.sourceOf(event.source as string),
        type: event.type,
        time: columns.time,
        tool: columns.tool ?? '',
        status: columns.status ?? '',
        model: columns.model ?? '',
        flags: columns.flags,
        ms: this.#msOf(event),
      };
    }
  }

  edits(): Map<number, FileTouch[]> {
    const edits = new Map<number, FileTouch[]>();
    for (const { event } of this.events) {
      const touches = touchesOf(event).filter(({ action }) => CHANGING_ACTIONS.includes(action));
      if (touches.length > 0) edits.set(event.logSeq as number, touches);
    }
    return edits;
  }

  /** What was measured, else the time between a call and its result, or between a request and its answer. */
  #msOf(event: Event): number | null {
    const passed = (to: string | undefined) => {
      const ms = timeOf(to) - timeOf(event.timestamp);
      return to !== undefined && event.timestampSource === undefined && ms > 0 ? ms : null;
    };
    if (event.type === 'permission' || event.type === 'question') return passed(event.completedAt);
    if (event.type !== 'tool_call') return null;
    const result = this.events.find(({ event: one }) => one.type === 'tool_result' && one.parentId === event.id)?.event;
    const measured = event.tool?.durationMs ?? result?.tool?.durationMs;
    return measured ?? (result?.timestampSource === undefined ? passed(result?.timestamp) : null);
  }
}
