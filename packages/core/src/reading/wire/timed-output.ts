/** Gives events the time of their line on the wire where the agent gives none, and notes what waits for an answer. */
import type { AppendAt, EventDraft, EventPatch, Output, ProblemKind, SessionFacts } from '../../adapters/contract.ts';
import { readTime } from '../time.ts';
import type { WireLine } from './wire-line.ts';
import { rememberAsked, type WireMemory } from './wire-memory.ts';

export class TimedOutput implements Output {
  readonly #out: Output;
  readonly #memory: WireMemory;
  readonly #line: WireLine;
  readonly #session: string | undefined;

  constructor(out: Output, memory: WireMemory, line: WireLine, session?: string) {
    this.#out = out;
    this.#memory = memory;
    this.#line = line;
    this.#session = session;
  }

  /** When the line was written, as far as that is known. */
  get time(): string | undefined {
    const { at, since } = this.#line;
    if (at !== undefined || since === undefined || this.#memory.base === undefined) return at;
    return readTime(this.#memory.base + since);
  }

  add(event: EventDraft): string {
    this.#stamp(event);
    const id = this.#out.add(event);
    this.#noteAsked(event, id);
    return id;
  }

  put(event: EventDraft): void {
    this.#stamp(event);
    this.#out.put(event);
    this.#noteAsked(event, event.id);
  }

  patch(id: string, change: EventPatch): boolean {
    if (this.#line.dir === 'in') this.#noteAnswered(change);
    return this.#out.patch(id, change);
  }

  append(id: string, delta: string, at?: AppendAt): boolean {
    return this.#out.append(id, delta, at?.time === undefined ? { ...at, time: this.time } : at);
  }

  session(facts: SessionFacts): void {
    const { state: _, ...others } = facts;
    const { dir } = this.#line;
    const isOurs = this.#memory.isRun === true && dir !== 'exit' && dir !== 'note';
    this.#out.session(isOurs && facts.state !== undefined ? others : facts);
  }

  attach(mime: string, base64: string): string {
    return this.#out.attach(mime, base64);
  }

  digest(text: string): string {
    return this.#out.digest(text);
  }

  problem(kind: ProblemKind, message: string): void {
    this.#out.problem(kind, message);
  }

  solve(kind: ProblemKind, start: number): void {
    this.#out.solve(kind, start);
  }

  in(nativeId: string): Output {
    return new TimedOutput(this.#out.in(nativeId), this.#memory, this.#line, nativeId);
  }

  #stamp(event: EventDraft): void {
    const own = readTime(event.timestamp);
    if (own === undefined) event.timestamp = this.time;
    else if (this.#line.since !== undefined) this.#learn(Date.parse(own) - this.#line.since);
  }

  /** Nothing is told before it happens: of all that the agent's times say, the latest beginning is the nearest. */
  #learn(base: number): void {
    if (base > 0 && (this.#memory.base === undefined || base > this.#memory.base)) this.#memory.base = base;
  }

  /** An answer that goes to the agent is given when it goes. */
  #noteAnswered({ permission, question }: EventPatch): void {
    if (this.time === undefined) return;
    if (permission?.status !== undefined && permission.status !== 'requested') permission.at ??= this.time;
    if (question?.status !== undefined && question.status !== 'requested') question.at ??= this.time;
  }

  #noteAsked(event: EventDraft, id: string): void {
    const asked = event.permission ? 'permission' : event.question ? 'question' : undefined;
    const request = event.permission?.id ?? event.question?.id;
    if (asked === undefined || request === undefined) return;
    rememberAsked(this.#memory, request, {
      event: id,
      kind: asked,
      ...(this.#session ? { session: this.#session } : {}),
    });
  }
}
