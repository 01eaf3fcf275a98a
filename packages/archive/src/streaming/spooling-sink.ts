/**
 * A sink for a session that may be too long to be held: of its events the last few stay in memory, where most of what is said
 * about them later finds them; older ones lie in a spool. What comes too late for that is kept as a change, and applied
 * when the event is read: changing the spool instead would write an event again for every delta that it gets. Without a
 * file for the spool, all of them stay in memory.
 */
import type {
  AppendAt,
  Attachment,
  EventDraft,
  EventPatch,
  ProblemDraft,
  ProblemKind,
  SessionFacts,
  Sink,
} from '@hansard/core';
import { attach } from '@hansard/core/reading/attach.ts';
import { takeBack } from '@hansard/core/reading/collector.ts';
import { EventPlaces } from '@hansard/core/reading/event-places.ts';
import { mergeFacts } from '@hansard/core/reading/session-facts.ts';
import type { Operation } from '../ingest/index-sink.ts';
import { applied } from '../sqlite/reading/applied.ts';
import { EventSpool } from './event-spool.ts';
import type { SpoolFile } from './spool-file.ts';

const RECENT = 256;

/** What the sinks of one input share. */
interface Shared {
  readonly file: SpoolFile | undefined;
  readonly digest: (data: string | Uint8Array) => string;
  readonly attachments: Record<string, Attachment>;
  readonly others: Map<string, SpoolingSink>;
  /** How many events stay in memory; fewer in tests. */
  readonly recent: number;
}

export class SpoolingSink implements Sink {
  facts: SessionFacts = {};
  readonly problems: ProblemDraft[] = [];
  readonly #shared: Shared;
  #places = new EventPlaces();
  readonly #older: EventSpool<EventDraft> | undefined;
  #recent: EventDraft[] = [];
  readonly #changes: EventSpool<Operation> | undefined;
  /** Changes of older events, by place. */
  readonly #changesOf = new Map<number, number[]>();

  private constructor(shared: Shared) {
    this.#shared = shared;
    this.#older = shared.file && new EventSpool(shared.file);
    this.#changes = shared.file && new EventSpool(shared.file);
  }

  static into(file: SpoolFile | undefined, digest: Shared['digest'], recent = RECENT): SpoolingSink {
    return new SpoolingSink({ file, digest, attachments: {}, others: new Map(), recent });
  }

  get attachments(): Record<string, Attachment> {
    return this.#shared.attachments;
  }

  /** This one and those of other sessions in the same input, as far as they have events. */
  get sessions(): SpoolingSink[] {
    const others = [...this.#shared.others.values()].filter(({ length }) => length > 0);
    return this.length === 0 && others.length > 0 ? others : [this, ...others];
  }

  get length(): number {
    return this.#spooled + this.#recent.length;
  }

  /** How many are in the spool. */
  get #spooled(): number {
    return this.#older?.length ?? 0;
  }

  placeOf(id: string): number | undefined {
    return this.#places.of(id);
  }

  add(event: EventDraft): string {
    event.id = this.#places.add(event.id);
    this.#recent.push(event);
    if (this.#older && this.#recent.length >= 2 * this.#shared.recent) this.#spool(this.#older, this.#shared.recent);
    return event.id;
  }

  put(event: EventDraft): void {
    if (!this.#change(event.id, { put: event })) this.add(event);
  }

  patch(id: string, patch: EventPatch): boolean {
    return this.#change(id, { patch });
  }

  append(id: string, append: string, at?: AppendAt): boolean {
    return this.#change(id, { append, at });
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
    return attach(this.attachments, this.#shared.digest, mime, base64);
  }

  digest(text: string): string {
    return this.#shared.digest(text);
  }

  in(nativeId: string): Sink {
    const { others } = this.#shared;
    const known = others.get(nativeId);
    if (known) return known;
    if (this.facts.nativeId === nativeId) return this;
    const other = new SpoolingSink(this.#shared);
    other.facts = { nativeId };
    others.set(nativeId, other);
    return other;
  }

  /** Nothing more comes: no event stays in memory where there is a spool, and none is found by its id any more. */
  finish(): void {
    this.#places = new EventPlaces();
    if (!this.#older) return;
    this.#spool(this.#older, this.#recent.length);
    this.#older.flush();
    this.#changes?.flush();
  }

  at(place: number): EventDraft {
    const recent = this.#recent[place - this.#spooled];
    if (recent) return recent;
    let event = (this.#older as EventSpool<EventDraft>).at(place);
    for (const number of this.#changesOf.get(place) ?? []) {
      event = applied(event, (this.#changes as EventSpool<Operation>).at(number));
    }
    return event;
  }

  *all(): Generator<EventDraft> {
    for (let place = 0; place < this.length; place++) yield this.at(place);
  }

  /** Another event in the place of one. */
  set(place: number, event: EventDraft): void {
    const at = place - this.#spooled;
    if (at >= 0) this.#recent[at] = event;
    else {
      this.#changesOf.delete(place);
      this.#older?.set(place, event);
    }
  }

  #change(id: string, operation: Operation): boolean {
    const place = this.#places.of(id);
    if (place === undefined) return false;
    const at = place - this.#spooled;
    const recent = this.#recent[at];
    if (recent) this.#recent[at] = applied(recent, operation);
    else if (this.#changes) this.#changeLater(this.#changes, place, operation);
    return true;
  }

  #changeLater(changes: EventSpool<Operation>, place: number, operation: Operation): void {
    const known = this.#changesOf.get(place);
    if (known) known.push(changes.length);
    else this.#changesOf.set(place, [changes.length]);
    changes.add(operation);
  }

  #spool(older: EventSpool<EventDraft>, count: number): void {
    for (const event of this.#recent.splice(0, count)) older.add(event);
  }
}
