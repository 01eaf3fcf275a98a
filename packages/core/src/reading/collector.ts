/**
 * A sink in memory: keeps the events of an input by session, in the order they were added. What the archive does
 * with rows, this does with arrays; both follow the rules of `Sink` in adapters/contract.ts.
 */
import type {
  AppendAt,
  EventDraft,
  EventPatch,
  ProblemDraft,
  ProblemKind,
  SessionFacts,
  Sink,
} from '../adapters/contract.ts';
import type { Attachment, Native, Permission, Question, Tool } from '../transcript.ts';
import { attach } from './attach.ts';
import { EventPlaces } from './event-places.ts';
import { mergeFacts } from './session-facts.ts';

export class Collector implements Sink {
  readonly events: EventDraft[] = [];
  readonly problems: ProblemDraft[] = [];
  readonly attachments: Record<string, Attachment>;
  /** Other sessions found in the same input, by native id. */
  readonly others: Map<string, Collector>;
  facts: SessionFacts = {};
  readonly #places = new EventPlaces();
  readonly #digest: (data: string | Uint8Array) => string;
  readonly #first: Collector;

  constructor(digest: (data: string | Uint8Array) => string, parent?: Collector) {
    this.#digest = digest;
    this.#first = parent ? parent.#first : this;
    this.attachments = parent?.attachments ?? {};
    this.others = parent?.others ?? new Map();
  }

  add(event: EventDraft): string {
    event.id = this.#places.add(event.id);
    this.events.push(event);
    return event.id;
  }

  put(event: EventDraft): void {
    const place = this.#places.of(event.id);
    if (place === undefined) this.add(event);
    else this.events[place] = replaceEvent(this.events[place] as EventDraft, event);
  }

  patch(id: string, change: EventPatch): boolean {
    const place = this.#places.of(id);
    if (place === undefined) return false;
    this.events[place] = patchEvent(this.events[place] as EventDraft, change);
    return true;
  }

  append(id: string, delta: string, at: AppendAt = {}): boolean {
    const place = this.#places.of(id);
    if (place === undefined) return false;
    appendDelta(this.events[place] as EventDraft, delta, at);
    return true;
  }

  session(facts: SessionFacts): void {
    this.facts = mergeFacts(this.facts, facts);
  }

  problem(problem: ProblemDraft): void {
    this.problems.push(problem);
  }

  solve(kind: ProblemKind, start: number): void {
    takeBack(this.problems, kind, start);
  }

  attach(mime: string, base64: string): string {
    return attach(this.attachments, this.#digest, mime, base64);
  }

  digest(text: string): string {
    return this.#digest(text);
  }

  in(nativeId: string): Sink {
    let other = this.others.get(nativeId);
    if (!other) {
      if (this.#first.facts.nativeId === nativeId) return this.#first;
      other = new Collector(this.#digest, this);
      other.facts = { nativeId };
      this.others.set(nativeId, other);
    }
    return other;
  }
}

/** Removes a problem from a list; false when it is not there. */
export function takeBack(problems: ProblemDraft[], kind: ProblemKind, start: number): boolean {
  const at = problems.findLastIndex((problem) => problem.kind === kind && problem.start === start);
  if (at >= 0) problems.splice(at, 1);
  return at >= 0;
}

/** Applies a patch: fields that are given win, payloads and `extra` are merged, `native` joins the list of records. */
export function patchEvent(event: EventDraft, change: EventPatch): EventDraft {
  const { tool, permission, question, extra, native } = change;
  for (const key in change) {
    const value = change[key as keyof EventPatch];
    if (value !== undefined && !MERGED.has(key)) (event as Record<string, unknown>)[key] = value;
  }
  if (change.timestamp !== undefined && change.timestampSource === undefined) delete event.timestampSource;
  if (tool) event.tool = merged(event.tool as Tool, tool);
  if (permission) event.permission = merged(event.permission as Permission, permission);
  if (question) event.question = merged(event.question as Question, question);
  if (extra) event.extra = event.extra ? { ...event.extra, ...extra } : extra;
  if (native) event.native = mergeNative(event.native, native);
  return event;
}

const MERGED: ReadonlySet<string> = new Set(['tool', 'permission', 'question', 'extra', 'native']);

/** A copy, because a reader may have given the payload to another event as well. */
function merged<T extends object>(payload: T, change: Partial<T>): T {
  const copy = { ...payload };
  for (const key in change) if (change[key] !== undefined) copy[key] = change[key] as T[typeof key];
  return copy;
}

/** The later of two records of the same thing wins; the earlier one stays in the list of records behind the event. */
export function replaceEvent(earlier: EventDraft, later: EventDraft): EventDraft {
  const before = earlier.native;
  if (!before || !later.native) return later;
  const { merged = [], input: _input, ...place } = before;
  const { start, pointer } = later.native;
  const known = place.start === start && place.pointer === pointer ? merged : [...merged, place];
  if (known.length > 0) later.native = { ...later.native, merged: known };
  return later;
}

/** The list of further records is the event's own once there is one: thousands may join a single event. */
function mergeNative(kept: Native | undefined, added: Native): Native {
  if (!kept) return added;
  const { input: _input, merged: _merged, ...record } = added;
  if (!kept.merged) return { ...kept, merged: [record] };
  kept.merged.push(record);
  return kept;
}

/** Adds a streaming delta to the end of a field. */
export function appendDelta(event: EventDraft, delta: string, at: AppendAt): void {
  const field = at.field ?? 'text';
  if (field === 'text') {
    const text = event.text ?? '';
    event.chunks ??= [];
    event.chunks.push(at.time ? { offset: text.length, time: at.time } : { offset: text.length });
    event.text = text + delta;
    return;
  }
  const name = field.slice('tool.'.length) as 'output' | 'stdout' | 'stderr';
  const tool = event.tool;
  if (tool) tool[name] = (tool[name] ?? '') + delta;
}
