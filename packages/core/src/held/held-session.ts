/**
 * One session whose events are held as rows: what lists, views and numbers need of each, with or without its content. A
 * store that keeps events otherwise makes one of these of what it has, and answers from it.
 */
import { columnsOf, type EventColumns, type Touch, timeOf, touchesOf } from '../events/event-facts.ts';
import { isError, isPrompt } from '../events/event-kinds.ts';
import { PRIMARY_SOURCE } from '../events/source-path.ts';
import type { TranscriptHeader } from '../formats/contract.ts';
import type { SessionRow, SourceFacts } from '../store/sessions.ts';
import type { FileTouch, SkeletonEvent, UsageColumns } from '../store/views.ts';
import type { Event, Usage } from '../transcript.ts';
import { countedEvents, isSum } from '../usage/counted.ts';
import { CHANGING_ACTIONS } from '../views/changing-actions.ts';
import { PRIMARY } from '../views/skeleton.ts';

export interface HeldEvent {
  /** With its `logSeq`; its content may be elsewhere. */
  readonly event: Event;
  readonly columns: EventColumns;
  readonly touches: readonly Touch[];
  /** Number of its last change in the whole store; 0 for none. */
  readonly changed: number;
  /** Number in the whole store, in the order of arrival. */
  readonly arrived: number;
}

/** What is kept of an event that is at hand. */
export const heldEvent = (event: Event, changed: number, arrived: number): HeldEvent => ({
  event,
  columns: columnsOf(event),
  touches: touchesOf(event),
  changed,
  arrived,
});

export class HeldSession {
  head: TranscriptHeader;
  /** By logSeq, from 1. */
  readonly events: HeldEvent[];
  protected readonly places: Map<string, number>;

  constructor(head: TranscriptHeader, events: HeldEvent[] = []) {
    this.head = head;
    this.events = events;
    this.places = new Map(events.map(({ event }) => [event.id, event.logSeq as number]));
  }

  get id(): string {
    return this.head.transcriptId;
  }

  get lastSeq(): number {
    return this.events.length;
  }

  seqOf(eventId: string): number | undefined {
    return this.places.get(eventId);
  }

  /** `bytes`: of its document. */
  row(bytes: number, starred = false, tags: readonly string[] = []): SessionRow {
    const { session, source } = this.head;
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
      ...commitsOf(session),
      ...runOf(session),
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
      bytes,
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
    let [first, last] = [Number.POSITIVE_INFINITY, 0];
    for (const { event, columns } of this.events) {
      if (event.timestampSource !== undefined || columns.time <= 0) continue;
      first = Math.min(first, columns.time);
      last = Math.max(last, columns.time);
    }
    return last === 0 ? {} : { first, last };
  }

  /** The agent of an event, with what the transcript says of it. */
  sourceOf(source: string): SourceFacts {
    if (source === PRIMARY_SOURCE) return PRIMARY;
    const node = this.head.session.agents?.find((one) => one.source === source);
    return {
      source,
      parent: node?.parent ?? PRIMARY_SOURCE,
      title: node?.title ?? null,
      type: node?.type ?? null,
      callId: node?.callId ?? null,
    };
  }

  *skeleton(): Generator<SkeletonEvent> {
    const sources = new Map<string, SourceFacts>();
    const results = this.#resultsByCall();
    for (const { event, columns } of this.events) {
      const name = event.source as string;
      const source = sources.get(name) ?? this.sourceOf(name);
      sources.set(name, source);
      yield {
        logSeq: event.logSeq as number,
        id: event.id,
        source,
        type: event.type,
        time: columns.time,
        tool: columns.tool ?? '',
        status: columns.status ?? '',
        model: columns.model ?? '',
        flags: columns.flags,
        ms: msOf(event, results),
      };
    }
  }

  edits(): Map<number, FileTouch[]> {
    const edits = new Map<number, FileTouch[]>();
    for (const { event, touches } of this.events) {
      const changing = touches.filter(({ action }) => CHANGING_ACTIONS.includes(action));
      if (changing.length > 0) edits.set(event.logSeq as number, changing);
    }
    return edits;
  }

  /** The first events that changed files and were not withdrawn. */
  changing(most: number): number[] {
    return [...this.edits().keys()].filter((seq) => !this.events[seq - 1]?.event.withdrawn).slice(0, most);
  }

  usage(): UsageColumns {
    const events = countedEvents(this.events.map(({ event }) => event));
    const usages = events.map(({ usage }) => usage as Usage);
    const column = (name: keyof UsageColumns['tokens']) => usages.map((usage) => usage[name]);
    return {
      logSeq: events.map(({ logSeq }) => logSeq as number),
      model: events.map(({ model = '' }) => model),
      time: events.map(({ logSeq }) => this.events[(logSeq as number) - 1]?.columns.time ?? 0),
      request: usages.map(requestOf),
      tokens: {
        input: column('input'),
        output: column('output'),
        cacheRead: column('cacheRead'),
        cacheWrite5m: column('cacheWrite5m'),
        cacheWrite1h: column('cacheWrite1h'),
        reasoning: column('reasoning'),
      },
    };
  }

  /** The first result of each call, by the call's id. */
  #resultsByCall(): ReadonlyMap<string, Event> {
    const results = new Map<string, Event>();
    for (const { event } of this.events) {
      const { type, parentId } = event;
      if (type === 'tool_result' && parentId !== undefined && !results.has(parentId)) results.set(parentId, event);
    }
    return results;
  }
}

/** What was measured, else the time between a call and its result, or between a request and its answer. */
function msOf(event: Event, results: ReadonlyMap<string, Event>): number | null {
  const passed = (to: string | undefined) => {
    const ms = timeOf(to) - timeOf(event.timestamp);
    return to !== undefined && event.timestampSource === undefined && ms > 0 ? ms : null;
  };
  if (event.type === 'permission' || event.type === 'question') return passed(event.completedAt);
  if (event.type !== 'tool_call') return null;
  const result = results.get(event.id);
  const measured = event.tool?.durationMs ?? result?.tool?.durationMs;
  return measured ?? (result?.timestampSource === undefined ? passed(result?.timestamp) : null);
}

/** Tokens of a request, from the cache too; 0 for totals, which say nothing of one. */
export const requestOf = (usage: Usage): number =>
  isSum(usage) ? 0 : usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;

/** The commits that a session is tied to, or was on last. */
function commitsOf({ git }: TranscriptHeader['session']): Pick<SessionRow, 'commits' | 'branches'> {
  const links = Array.isArray(git?.links) ? git.links : [];
  const commits = [...links.map(({ revision }) => revision), ...(git?.endCommit ? [git.endCommit] : [])];
  const branches = links.flatMap(({ branch }) => (branch === undefined ? [] : [branch]));
  return commits.length === 0 ? {} : { commits, ...(branches.length > 0 ? { branches } : {}) };
}

/** The step of a run that a session is. */
function runOf({ run, extra }: TranscriptHeader['session']): Pick<SessionRow, 'run'> {
  if (run?.runId === undefined) return {};
  const { runId, flowKey = null, stepId = null, agentKey = null, engine = null } = run;
  const stub = extra?.['stub'] === true;
  return { run: { id: runId, aliases: [], flow: flowKey, step: stepId, agent: agentKey, engine, stub } };
}
