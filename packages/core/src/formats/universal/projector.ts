/**
 * Decides what the stream tells of each event of a transcript, in order. State is small: the open turn, pending
 * requests, calls without a result and which ids were told. It holds no content, and can be saved and go on later.
 */
import type { Event } from '../../transcript.ts';
import { isTurnEnd, WORK_TYPES } from '../../turns/turn-step.ts';
import type { TranscriptHeader } from '../contract.ts';
import { hasOwnResult, ownResultId, ownResultOf } from '../own-results.ts';
import { callIdOf } from '../steps.ts';
import type { UniversalType } from './event.ts';
import { isPrimary, isSessionEnd, isSessionStart } from './lifecycle.ts';
import { RecentIds, type ToldIds } from './recent-ids.ts';
import { type Request, requestKey, requestOf } from './requests.ts';
import type { SavedProjector, Spoken } from './saved-projector.ts';
import type { SpokenPieces } from './spoken.ts';
import type { Telling } from './telling.ts';
import { isStart, Turns } from './turns.ts';

interface RunningCall<Ref> {
  readonly ref: Ref;
  readonly parent?: string;
}

export interface ProjectorOptions<Ref> {
  readonly session: Pick<TranscriptHeader['session'], 'startedAt' | 'agents'>;
  /** In how many pieces the text of an event is told. */
  readonly pieces: SpokenPieces;
  /** Ids of items that were told; those of the last few thousand unless something else remembers them. */
  readonly ids?: ToldIds;
  readonly saved?: SavedProjector<Ref>;
  /** The log grows: a text that comes in pieces is told as it comes, and ends with whatever follows it. */
  readonly grows?: boolean;
  /** The event that `saved.end` names. */
  readonly end?: Event;
}

type About<Ref> = Omit<Telling<Ref>, 'type' | 'about' | 'first'>;

export class Projector<Ref> {
  readonly #pieces: SpokenPieces;
  readonly #ids: ToldIds;
  readonly #turns: Turns;
  /** Item of the call that spawned a subagent, by the subagent's source. */
  readonly #spawned: Map<string, string | null>;
  readonly #sourcesOfCall = new Map<string, string[]>();
  readonly #pending: Map<string, Ref>;
  /** Calls without a result, by what their result will name; an agent may use an id again. */
  readonly #running: Map<string, RunningCall<Ref>[]>;
  /** Texts under way, by source. */
  readonly #speaking: Map<string, Spoken<Ref>>;
  readonly #grows: boolean;
  #told: Telling<Ref>[] = [];
  /** The event of which nothing was told yet. */
  #untold: Ref | undefined;
  #begun: boolean;
  /** The agent said that the session ended; it did if nothing follows. */
  #end: { readonly ref: Ref; readonly event: Event } | undefined;
  #failure: Ref | undefined;
  /** Of what was told last. */
  #time: string;
  /** Of what the agent last did in the open turn. Bookkeeping may come much later. */
  #worked: string;

  constructor({ session, pieces, ids, saved, end, grows = false }: ProjectorOptions<Ref>) {
    this.#pieces = pieces;
    this.#grows = grows;
    this.#speaking = new Map(saved?.speaking);
    this.#ids = ids ?? new RecentIds();
    this.#turns = new Turns(saved?.turns);
    this.#spawned = new Map(saved?.spawned);
    this.#pending = new Map(saved?.pending);
    this.#running = new Map(saved?.running.map(([key, calls]) => [key, [...calls]]));
    this.#begun = saved !== undefined;
    this.#end = saved?.end !== undefined && end ? { ref: saved.end, event: end } : undefined;
    this.#failure = saved?.failure;
    this.#time = saved?.time ?? session.startedAt;
    this.#worked = saved?.worked ?? this.#time;
    for (const { source, callId } of session.agents ?? []) {
      if (callId !== undefined) this.#sourcesOfCall.set(callId, [...(this.#sourcesOfCall.get(callId) ?? []), source]);
    }
  }

  /** To go on with later, behind the last event that was pushed. */
  save(): SavedProjector<Ref> {
    return {
      time: this.#time,
      worked: this.#worked,
      turns: this.#turns.save(),
      spawned: [...this.#spawned],
      pending: [...this.#pending],
      running: [...this.#running].map(([key, calls]) => [key, [...calls]]),
      ...(this.#end ? { end: this.#end.ref } : {}),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
      ...(this.#speaking.size > 0 ? { speaking: [...this.#speaking] } : {}),
    };
  }

  /** What the next event becomes. `own` is not 0 for a call whose own result is told too. */
  push(ref: Ref, event: Event, own = 0): Telling<Ref>[] {
    if (!this.#begun) {
      this.#begin(ref, event);
      if (isSessionStart(event)) return this.#take();
    }
    if (this.#end) this.#notice(this.#end.ref, this.#end.event);
    this.#end = undefined;
    this.#silence(event);
    if (isSessionEnd(event)) this.#end = { ref, event };
    else this.#event(ref, event);
    if (own > 0) this.#ownResult(ref, event, own);
    return this.#take();
  }

  /** What is to be said of an event that was pushed before and has changed since: a call or a request that was open. */
  again(ref: Ref, event: Event): Telling<Ref>[] {
    const source = sourceOf(event);
    const spoken = this.#speaking.get(source);
    if (spoken?.ref === ref) this.#speak(source, event, spoken);
    const time = event.completedAt ?? this.#time;
    const key = callIdOf(event);
    const call = this.#running.get(key)?.find((one) => one.ref === ref);
    if (call && !isRunning(event)) {
      const others = this.#running.get(key)?.filter((one) => one !== call) ?? [];
      if (others.length > 0) this.#running.set(key, others);
      else this.#running.delete(key);
      this.#tell('item.completed', ref, { ...parentIn(call.parent), time });
      if (hasOwnResult(event)) this.#ownResult(ref, event, 1);
    }
    const request = requestOf(event);
    if (request && request.data.status !== 'requested' && this.#pending.get(requestKey(request)) === ref) {
      this.#pending.delete(requestKey(request));
      this.#tell(`${request.kind}.resolved`, ref, { time });
    }
    return this.#take();
  }

  /** What closes the stream. Where the log may still grow it only begins it, if nothing was told. */
  finish(mayGrow: boolean, endedAt: string | null): Telling<Ref>[] {
    if (!this.#begun) this.#begin(undefined, undefined);
    if (!mayGrow || this.#end) this.#close(endedAt);
    return this.#take();
  }

  #take(): Telling<Ref>[] {
    const told = this.#told;
    this.#told = [];
    return told;
  }

  #tell(type: UniversalType, about: Ref | undefined, rest: About<Ref>): void {
    const isFirst = about !== undefined && about === this.#untold;
    if (isFirst) this.#untold = undefined;
    if (rest.time !== undefined) this.#time = rest.time;
    const telling: { -readonly [Field in keyof Telling<Ref>]: Telling<Ref>[Field] } = { type, ...rest };
    if (about !== undefined) telling.about = about;
    if (isFirst) telling.first = true;
    this.#told.push(telling);
  }

  #begin(ref: Ref | undefined, event: Event | undefined): void {
    this.#begun = true;
    const native = event && isSessionStart(event) ? event : undefined;
    this.#untold = native && ref;
    if (native) this.#time = native.timestamp;
    this.#tell('session.started', native && ref, native ? {} : { time: this.#time });
  }

  #close(endedAt: string | null): void {
    for (const source of this.#speaking.keys()) this.#complete(source);
    const unfinished = this.#turns.isUnfinished || this.#running.size > 0 || this.#pending.size > 0;
    const ended = this.#end;
    this.#untold = ended?.ref;
    if (this.#turns.open !== undefined) this.#endTurn(undefined, undefined);
    this.#refusePending();
    for (const key of this.#running.keys()) this.#closeCalls(key, 'failed');
    this.#tell('session.ended', ended?.ref, {
      time: ended?.event.timestamp ?? endedAt ?? this.#time,
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
      ...(unfinished ? { unfinished } : {}),
    });
    this.#end = undefined;
  }

  #event(ref: Ref, event: Event): void {
    this.#untold = ref;
    const primary = isPrimary(event);
    if (primary && event.type === 'turn') {
      this.#turn(ref, event);
      return;
    }
    const request = requestOf(event);
    const turn = primary ? this.#turns.before(event) : undefined;
    if (turn !== undefined) this.#beginTurn(turn, this.#beginOf(event, request));
    if (request) this.#request(request, ref, event);
    else if (event.type === 'error') this.#error(ref, event);
    else if (event.type === 'unparsed') this.#plain('agent.unparsed', ref, event);
    else this.#item(ref, event);
    if (primary && (request || WORK_TYPES.has(event.type))) this.#work();
  }

  /** Something that the stream has no other word for, or that came out of order. */
  #notice(ref: Ref, event: Event): void {
    this.#untold = ref;
    this.#item(ref, event);
  }

  #turn(ref: Ref, event: Event): void {
    const id = event.turn ?? (isStart(event) ? event.id : this.#turns.open);
    if (isStart(event) && id !== undefined && this.#turns.isNew(id)) {
      if (this.#turns.open !== undefined) this.#endTurn(undefined, undefined);
      this.#turns.begin(id, true);
      this.#time = event.timestamp;
      this.#worked = event.timestamp;
      this.#tell('turn.started', ref, { turn: id });
    } else if (isTurnEnd(event) && id !== undefined && id === this.#turns.open) this.#endTurn(ref, event);
    else this.#notice(ref, event);
  }

  #beginTurn(id: string, time: string): void {
    if (this.#turns.open !== undefined) this.#endTurn(undefined, undefined);
    this.#turns.begin(id, false);
    this.#worked = time;
    this.#tell('turn.started', undefined, { turn: id, time });
  }

  /** Tools that ran side by side may be told in any order. */
  #work(): void {
    if (Date.parse(this.#time) > Date.parse(this.#worked)) this.#worked = this.#time;
  }

  #endTurn(ref: Ref | undefined, event: Event | undefined): void {
    const turn = this.#turns.open ?? '';
    if (event?.phase === 'failed' && (event.status?.detail ?? event.text) !== undefined) this.#failure = ref;
    this.#refusePending();
    this.#turns.end();
    if (event) this.#time = event.timestamp;
    this.#tell('turn.ended', ref, { turn, ...(event ? {} : { time: this.#worked }) });
  }

  /** An event begins with what it says first: an answer is said when it was given. */
  #beginOf({ startedAt, completedAt, timestamp }: Event, request: Request | undefined): string {
    const answers = request && request.data.status !== 'requested' && this.#turns.open === undefined;
    return (answers && this.#pending.has(requestKey(request)) ? completedAt : startedAt) ?? timestamp;
  }

  #request(request: Request, ref: Ref, event: Event): void {
    const key = requestKey(request);
    const pending = this.#pending.get(key);
    const open = request.data.status === 'requested';
    if (open && pending !== undefined) {
      this.#notice(ref, event);
      return;
    }
    if (pending === undefined) this.#plain(`${request.kind}.requested`, ref, event);
    if (open) this.#pending.set(key, ref);
    else {
      this.#pending.delete(key);
      this.#time = event.completedAt ?? event.timestamp;
      this.#tell(`${request.kind}.resolved`, ref, pending === undefined ? {} : { asked: pending });
    }
  }

  #refusePending(): void {
    for (const [key, ref] of this.#pending) {
      const kind = key.startsWith('permission ') ? 'permission' : 'question';
      this.#tell(`${kind}.resolved`, ref, { refused: true, time: this.#time });
    }
    this.#pending.clear();
  }

  #error(ref: Ref, event: Event): void {
    this.#failure = ref;
    this.#plain('error', ref, event);
  }

  /** Told when it began. */
  #plain(type: UniversalType, ref: Ref, { startedAt, timestamp }: Event): void {
    this.#time = startedAt ?? timestamp;
    this.#tell(type, ref, {});
  }

  /** An item that belongs to its call, with an id that no other has. */
  #ownResult(ref: Ref, call: Event, least: number): void {
    let own = least;
    while (this.#ids.has(ownResultId(call.id, own))) own++;
    const result = ownResultOf(call, own);
    const parent = this.#parentOf(result);
    this.#remember(result);
    this.#closeCalls(callIdOf(result), 'completed');
    this.#time = result.timestamp;
    this.#tell('item.started', ref, { ...parentIn(parent), own });
    this.#tell('item.completed', ref, { ...parentIn(parent), own });
    if (isPrimary(call)) this.#work();
  }

  #item(ref: Ref, event: Event): void {
    const parent = this.#parentOf(event);
    this.#remember(event);
    const key = callIdOf(event);
    if (event.type === 'tool_result') this.#closeCalls(key, 'completed');
    const runs = isRunning(event);
    this.#time = event.startedAt ?? event.timestamp;
    this.#tell('item.started', ref, runs ? { ...parentIn(parent), runs } : parentIn(parent));
    if (runs) {
      const calls = this.#running.get(key);
      if (calls) calls.push({ ref, ...parentIn(parent) });
      else this.#running.set(key, [{ ref, ...parentIn(parent) }]);
      return;
    }
    if (this.#grows && isSpoken(event)) {
      this.#speak(sourceOf(event), event, { ref, ...parentIn(parent), told: 0 });
      return;
    }
    const pieces = this.#pieces(event, parent);
    for (let piece = 0; piece < pieces; piece++) this.#tell('item.delta', ref, { piece, pieces });
    this.#time = event.completedAt ?? event.timestamp;
    this.#tell('item.completed', ref, parentIn(parent));
  }

  /** Tells the pieces that were not told yet. There may be more: none of them is the last. */
  #speak(source: string, event: Event, { ref, parent, told, time }: Spoken<Ref>): void {
    const pieces = this.#pieces(event, parent);
    for (let piece = told; piece < pieces; piece++) this.#tell('item.delta', ref, { piece, pieces: piece + 2 });
    const last = event.chunks?.at(-1)?.time ?? time;
    const spoken = { ref, ...parentIn(parent), told: Math.max(told, pieces) };
    this.#speaking.set(source, last === undefined ? spoken : { ...spoken, time: last });
  }

  /** A text ends with the next thing that its agent does; a turn that ends, ends all. */
  #silence(event: Event): void {
    if (this.#speaking.size === 0 || BESIDE.has(event.type)) return;
    const isLast = event.type === 'session' || (event.type === 'turn' && isPrimary(event));
    for (const source of isLast ? [...this.#speaking.keys()] : [sourceOf(event)]) this.#complete(source);
  }

  #complete(source: string): void {
    const spoken = this.#speaking.get(source);
    if (!spoken) return;
    this.#speaking.delete(source);
    const { ref, parent, time } = spoken;
    this.#tell('item.completed', ref, { ...parentIn(parent), ...(time === undefined ? {} : { time }) });
  }

  #closeCalls(key: string, closes: 'completed' | 'failed'): void {
    for (const { ref, parent } of this.#running.get(key) ?? []) {
      this.#tell('item.completed', ref, { ...parentIn(parent), closes, time: this.#time });
    }
    this.#running.delete(key);
  }

  /** What has no parent of its own, in a subagent, belongs where the subagent does: to the call that spawned it. */
  #parentOf({ parentId, source }: Event): string | undefined {
    const own = parentId !== undefined && this.#ids.has(parentId) ? parentId : undefined;
    if (source === undefined || source === 'primary') return own;
    if (!this.#spawned.has(source)) this.#spawnedBy(source, own);
    return own ?? this.#spawned.get(source) ?? undefined;
  }

  #spawnedBy(source: string, id: string | undefined): void {
    this.#spawned.set(source, id ?? null);
    if (id !== undefined) this.#ids.keep(id);
  }

  #remember({ id, type, tool }: Event): void {
    this.#ids.add(id);
    const sources =
      type === 'tool_call' && tool?.callId !== undefined ? this.#sourcesOfCall.get(tool.callId) : undefined;
    for (const source of sources ?? []) this.#spawnedBy(source, id);
  }
}

/** Types that may stand in the middle of a text. */
const BESIDE: ReadonlySet<string> = new Set(['meta', 'status', 'unparsed']);

const sourceOf = ({ source }: Event): string => source ?? 'primary';

/** A text that came in pieces so far, or has only begun. */
const isSpoken = ({ type, text, chunks, parts, completedAt, native }: Event): boolean =>
  (type === 'assistant_message' || type === 'reasoning') &&
  completedAt === undefined &&
  native?.synthetic !== true &&
  ((chunks?.length ?? 0) > 0 || (text === '' && parts === undefined));

/** A call that failed waits for nothing, whatever its status says. */
const isRunning = ({ type, tool, error }: Event): boolean =>
  type === 'tool_call' && tool?.status === 'running' && error === undefined;

const parentIn = (parent: string | undefined): { readonly parent?: string } => (parent === undefined ? {} : { parent });
