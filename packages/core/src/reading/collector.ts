/**
 * A sink in memory: keeps the events of an input by session, in the order they were added. What the archive does
 * with rows, this does with arrays; both follow the rules of `Sink` in adapters/contract.ts.
 */
import type { AppendAt, EventDraft, EventPatch, ProblemDraft, SessionFacts, Sink } from '../adapters/contract.ts';
import type { Attachment, Native, Permission, Question } from '../transcript.ts';
import { fromBase64 } from './base64.ts';
import { defined } from './defined.ts';
import { mergeFacts } from './session-facts.ts';

export class Collector implements Sink {
  readonly events: EventDraft[] = [];
  readonly problems: ProblemDraft[] = [];
  readonly attachments: Record<string, Attachment>;
  /** Other sessions found in the same input, by native id. */
  readonly others: Map<string, Collector>;
  facts: SessionFacts = {};
  readonly #places = new Map<string, number>();
  readonly #digest: (data: string | Uint8Array) => string;

  constructor(digest: (data: string | Uint8Array) => string, parent?: Collector) {
    this.#digest = digest;
    this.attachments = parent?.attachments ?? {};
    this.others = parent?.others ?? new Map();
  }

  add(event: EventDraft): string {
    let id = event.id;
    for (let n = 2; this.#places.has(id); n++) id = `${event.id}~${n}`;
    event.id = id;
    this.#places.set(id, this.events.length);
    this.events.push(event);
    return id;
  }

  put(event: EventDraft): void {
    const place = this.#places.get(event.id);
    if (place === undefined) this.add(event);
    else this.events[place] = replaceEvent(this.events[place] as EventDraft, event);
  }

  patch(id: string, change: EventPatch): boolean {
    const place = this.#places.get(id);
    if (place === undefined) return false;
    this.events[place] = patchEvent(this.events[place] as EventDraft, change);
    return true;
  }

  append(id: string, delta: string, at: AppendAt = {}): boolean {
    const place = this.#places.get(id);
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

  attach(mime: string, base64: string): string {
    const bytes = fromBase64(base64);
    const hash = `sha256-${this.#digest(bytes)}`;
    this.attachments[hash] ??= { mime, bytes: bytes.length, data: base64 };
    return hash;
  }

  in(nativeId: string): Sink {
    if (this.facts.nativeId === nativeId) return this;
    let other = this.others.get(nativeId);
    if (!other) {
      other = new Collector(this.#digest, this);
      other.facts = { nativeId };
      this.others.set(nativeId, other);
    }
    return other;
  }
}

/** Applies a patch: fields that are given win, payloads and `extra` are merged, `native` joins the list of records. */
export function patchEvent(event: EventDraft, change: EventPatch): EventDraft {
  const { tool, permission, question, extra, native, ...fields } = change;
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) (event as Record<string, unknown>)[key] = value;
  }
  if (fields.timestamp !== undefined && fields.timestampSource === undefined) delete event.timestampSource;
  if (tool) event.tool = { ...(event.tool as NonNullable<EventDraft['tool']>), ...defined(tool) };
  if (permission) event.permission = { ...(event.permission as Permission), ...defined(permission) };
  if (question) event.question = { ...(event.question as Question), ...defined(question) };
  if (extra) event.extra = { ...event.extra, ...extra };
  if (native) event.native = mergeNative(event.native, native);
  return event;
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

function mergeNative(kept: Native | undefined, added: Native): Native {
  if (!kept) return added;
  const { input: _input, merged: _merged, ...record } = added;
  return { ...kept, merged: [...(kept.merged ?? []), record] };
}

function appendDelta(event: EventDraft, delta: string, at: AppendAt): void {
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
