/**
 * Takes the events of one unit as it is read back. Ids that were taken get the keys that they got at first; what the
 * unit does to events of earlier units is left alone, because their overlays hold it.
 */
import type { AppendAt, Attachment, EventDraft, EventPatch, ProblemDraft, SessionFacts, Sink } from '@hansard/core';
import { fromBase64 } from '@hansard/core/reading/base64.ts';
import { appendDelta, patchEvent, replaceEvent } from '@hansard/core/reading/collector.ts';

export interface UnitContext {
  readonly digest: (data: string | Uint8Array) => string;
  /** Keys of the nth events whose own ids were taken. */
  readonly renamed: ReadonlyMap<number, string>;
  /** Whether an earlier unit has an event of that key. */
  readonly isEarlier: (part: string, key: string) => boolean;
  /** Which other sessions the input holds. */
  readonly parts: ReadonlySet<string>;
}

interface Shared extends UnitContext {
  added: number;
  readonly threads: Map<string, ThreadEvents>;
  readonly attachments: Record<string, Attachment>;
}

export class UnitSink {
  readonly #shared: Shared;
  readonly root: Sink;

  constructor(context: UnitContext) {
    this.#shared = { ...context, added: 0, threads: new Map(), attachments: {} };
    this.root = threadOf(this.#shared, '');
  }

  event(part: string, key: string): EventDraft | undefined {
    return this.#shared.threads.get(part)?.events.get(key);
  }

  get attachments(): Readonly<Record<string, Attachment>> {
    return this.#shared.attachments;
  }
}

function threadOf(shared: Shared, part: string): ThreadEvents {
  let thread = shared.threads.get(part);
  if (!thread) {
    thread = new ThreadEvents(shared, part);
    shared.threads.set(part, thread);
  }
  return thread;
}

class ThreadEvents implements Sink {
  readonly events = new Map<string, EventDraft>();
  readonly #shared: Shared;
  readonly #part: string;
  #earlier: string | undefined;

  constructor(shared: Shared, part: string) {
    this.#shared = shared;
    this.#part = part;
  }

  add(event: EventDraft): string {
    const renamed = this.#shared.renamed.get(this.#shared.added++);
    if (renamed !== undefined) event.id = renamed;
    this.events.set(event.id, event);
    return event.id;
  }

  put(event: EventDraft): void {
    const known = this.events.get(event.id);
    if (known) this.events.set(event.id, replaceEvent(known, event));
    else if (!this.#isEarlier(event.id)) this.add(event);
  }

  patch(id: string, change: EventPatch): boolean {
    const known = this.events.get(id);
    if (!known) return this.#isEarlier(id);
    this.events.set(id, patchEvent(known, change));
    return true;
  }

  append(id: string, delta: string, at?: AppendAt): boolean {
    const known = this.events.get(id);
    if (!known) return this.#isEarlier(id);
    appendDelta(known, delta, at ?? {});
    return true;
  }

  /** Pieces of a text come one after the other, and each asks for the same event. */
  #isEarlier(id: string): boolean {
    if (id === this.#earlier) return true;
    const isEarlier = this.#shared.isEarlier(this.#part, id);
    if (isEarlier) this.#earlier = id;
    return isEarlier;
  }

  session(_facts: SessionFacts): void {}

  problem(_problem: ProblemDraft): void {}

  solve(): void {}

  attach(mime: string, base64: string): string {
    const bytes = fromBase64(base64);
    const hash = `sha256-${this.#shared.digest(bytes)}`;
    this.#shared.attachments[hash] ??= { mime, bytes: bytes.length, data: base64 };
    return hash;
  }

  digest(text: string): string {
    return this.#shared.digest(text);
  }

  in(nativeId: string): Sink {
    return this.#shared.parts.has(nativeId) ? threadOf(this.#shared, nativeId) : threadOf(this.#shared, '');
  }
}
