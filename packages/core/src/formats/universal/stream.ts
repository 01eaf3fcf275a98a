/**
 * A transcript's events, one after the other, as the universal stream. State is small: the open turn, pending
 * requests, calls without a result and recent ids. Every event gives at least one of the stream's.
 */
import type { Event } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import { jsonText } from '../json-text.ts';
import { callIdOf } from '../steps.ts';
import { isResultText, spokenText } from './content.ts';
import { deltasOf } from './deltas.ts';
import { Emitter, isPrimary, type Told } from './emitter.ts';
import type { UniversalEvent, UniversalItem } from './event.ts';
import { itemOf, usageOf } from './item.ts';
import { RecentIds } from './recent-ids.ts';
import { answered, asked, errorData, type Request, refused, requestKey, requestOf, something } from './requests.ts';
import { endedData, startedData } from './session-data.ts';
import { isEnd, isStart, Turns } from './turns.ts';

export interface StreamOptions {
  /** SHA-256 in hex, for records that were not understood. */
  readonly digest: (data: string) => string;
  /** Puts the transcript's event, whole, beside what became of it. */
  readonly raw?: boolean;
  /** The log may still grow: what is open stays open, and the session does not end. */
  readonly open?: boolean;
}

interface RunningCall {
  readonly item: UniversalItem;
  readonly event: Event;
}

export class UniversalStream {
  readonly #header: TranscriptHeader;
  readonly #options: StreamOptions;
  readonly #emitter: Emitter;
  readonly #turns = new Turns();
  readonly #ids = new RecentIds();
  /** Item of the call that spawned a subagent, by the subagent's source. */
  readonly #spawned = new Map<string, string | undefined>();
  readonly #sourcesOfCall = new Map<string, string[]>();
  readonly #pending = new Map<string, { request: Request; event: Event }>();
  /** Calls without a result, by what their result will name; an agent may use an id again. */
  readonly #running = new Map<string, RunningCall[]>();
  #begun = false;
  /** The agent said that the session ended; it did if nothing follows. */
  #end: Event | undefined;
  #failure: string | undefined;

  constructor(header: TranscriptHeader, options: StreamOptions) {
    this.#header = header;
    this.#options = options;
    this.#emitter = new Emitter(header, options.raw === true);
    for (const { source, callId } of header.session.agents ?? []) {
      if (callId !== undefined) this.#sourcesOfCall.set(callId, [...(this.#sourcesOfCall.get(callId) ?? []), source]);
    }
  }

  /** What the next event becomes. */
  push(event: Event): UniversalEvent[] {
    if (!this.#begun) {
      this.#begin(event);
      if (isSessionStart(event)) return this.#emitter.take();
    }
    if (this.#end) this.#notice(this.#end);
    this.#end = undefined;
    if (isSessionEnd(event)) this.#end = event;
    else this.#tell(event);
    return this.#emitter.take();
  }

  /** What closes the stream. */
  end(): UniversalEvent[] {
    if (!this.#begun) this.#begin(undefined);
    const { state = 'open' } = this.#header.session;
    if (!this.#options.open || state !== 'open' || this.#end) this.#finish(this.#end);
    return this.#emitter.take();
  }

  #begin(event: Event | undefined): void {
    this.#begun = true;
    const native = event && isSessionStart(event) ? event : undefined;
    const data = startedData(this.#header, native);
    this.#emitter.about(native);
    this.#emitter.emit('session.started', data, native, native ? { suffix: 'started' } : { suffix: 'session.started' });
  }

  #finish(event: Event | undefined): void {
    const unfinished = this.#turns.isUnfinished || this.#running.size > 0 || this.#pending.size > 0;
    this.#emitter.about(event);
    if (this.#turns.open !== undefined) this.#endTurn(undefined);
    this.#refusePending();
    for (const key of this.#running.keys()) this.#closeCalls(key, 'failed');
    const data = endedData({ header: this.#header, event, failure: this.#failure, unfinished });
    const time = event?.timestamp ?? this.#header.session.endedAt ?? this.#emitter.time;
    this.#emitter.emit('session.ended', data, event, { suffix: event ? 'ended' : 'session.ended', time });
  }

  #tell(event: Event): void {
    this.#emitter.about(event);
    const primary = isPrimary(event);
    if (primary && event.type === 'turn') {
      this.#turn(event);
      return;
    }
    const request = requestOf(event);
    const turn = primary ? this.#turns.before(event) : undefined;
    if (turn !== undefined) this.#beginTurn(turn, this.#beginOf(event, request));
    if (request) this.#request(request, event);
    else if (event.type === 'error') this.#error(event, event.error ?? { message: event.text ?? '' });
    else if (event.type === 'unparsed') this.#unparsed(event);
    else this.#item(event);
  }

  /** Something that the stream has no other word for, or that came out of order. */
  #notice(event: Event): void {
    this.#emitter.about(event);
    this.#item(event);
  }

  #turn(event: Event): void {
    const id = event.turn ?? (isStart(event) ? event.id : this.#turns.open);
    if (isStart(event) && id !== undefined && this.#turns.isNew(id)) {
      if (this.#turns.open !== undefined) this.#endTurn(undefined);
      this.#turns.begin(id, true);
      const data = { phase: 'started' as const, turn_id: id, ...turnMetadata(event) };
      this.#emitter.emit('turn.started', data, event, { suffix: 'turn' });
    } else if (isEnd(event) && id !== undefined && id === this.#turns.open) this.#endTurn(event);
    else this.#notice(event);
  }

  #beginTurn(id: string, time: string): void {
    if (this.#turns.open !== undefined) this.#endTurn(undefined);
    this.#turns.begin(id, false);
    this.#emitter.emit('turn.started', { phase: 'started', turn_id: id }, undefined, {
      suffix: `turn.${id}.started`,
      time,
    });
  }

  #endTurn(event: Event | undefined): void {
    const id = this.#turns.open ?? '';
    if (event?.phase === 'failed') this.#failure = event.status?.detail ?? event.text ?? this.#failure;
    this.#refusePending();
    this.#turns.end();
    const data = { phase: 'ended' as const, turn_id: id, ...(event ? turnMetadata(event) : {}) };
    this.#emitter.emit('turn.ended', data, event, { suffix: event ? 'turn' : `turn.${id}.ended` });
  }

  /** An event begins with what it says first: an answer is said when it was given. */
  #beginOf({ startedAt, completedAt, timestamp }: Event, request: Request | undefined): string {
    const answers = request && request.data.status !== 'requested' && this.#turns.open === undefined;
    return (answers && this.#pending.has(requestKey(request)) ? completedAt : startedAt) ?? timestamp;
  }

  #request(request: Request, event: Event): void {
    const key = requestKey(request);
    const pending = this.#pending.get(key);
    const open = request.data.status === 'requested';
    if (open && pending) {
      this.#notice(event);
      return;
    }
    if (!pending) this.#emitRequest('requested', asked(request), event, { time: event.startedAt });
    if (open) this.#pending.set(key, { request: asked(request), event });
    else {
      this.#pending.delete(key);
      const answer = pending ? answered(pending.request, request) : request;
      this.#emitRequest('resolved', answer, event, { time: event.completedAt });
    }
  }

  #refusePending(): void {
    for (const { request, event } of this.#pending.values()) {
      const { kind, data } = refused(request);
      const told = { suffix: `request.${event.id}.refused`, time: this.#emitter.time, own: true };
      this.#emitter.emit(`${kind}.resolved`, data, event, told);
    }
    this.#pending.clear();
  }

  #emitRequest(
    step: 'requested' | 'resolved',
    { kind, data }: Request,
    event: Event,
    told: Omit<Told, 'suffix'>,
  ): void {
    this.#emitter.emit(`${kind}.${step}`, data, event, { suffix: step, ...told });
  }

  #error(event: Event, error: NonNullable<Event['error']>): void {
    this.#failure = error.message;
    this.#emitter.emit('error', errorData(error), event, { suffix: 'error', time: event.startedAt });
  }

  #unparsed(event: Event): void {
    const { raw, error, extra } = event;
    const hash = raw === undefined ? extra?.['raw_hash'] : this.#options.digest(jsonText(raw));
    const data = {
      error: error?.message ?? event.text ?? 'The record was not understood.',
      location: locationOf(event),
      ...(typeof hash === 'string' ? { raw_hash: hash } : {}),
    };
    this.#emitter.emit('agent.unparsed', data, event, { suffix: 'unparsed', time: event.startedAt });
  }

  #item(event: Event): void {
    const item = itemOf(event, this.#parentOf(event));
    this.#remember(event);
    const key = callIdOf(event);
    if (event.type === 'tool_result') this.#closeCalls(key, 'completed');
    const runs = event.type === 'tool_call' && event.tool?.status === 'running';
    const deltas = spokenDeltas(event, item);
    const recorded = event.startedAt !== undefined || deltas.some(({ native }) => native);
    const started = { item: runs ? { ...item, status: 'in_progress' as const } : opening(item) };
    this.#emitter.emit('item.started', started, event, {
      suffix: 'started',
      time: event.startedAt,
      synthetic: !recorded,
    });
    if (runs) {
      const calls = this.#running.get(key);
      if (calls) calls.push({ item, event });
      else this.#running.set(key, [{ item, event }]);
      return;
    }
    const { item_id, native_item_id } = item;
    deltas.forEach(({ text, time, native }, index) => {
      const data = { item_id, native_item_id, delta: text };
      this.#emitter.emit('item.delta', data, event, { suffix: `delta.${index}`, time, synthetic: !native });
    });
    this.#emitter.emit('item.completed', { item }, event, { suffix: 'completed', time: event.completedAt });
  }

  #closeCalls(key: string, status: 'completed' | 'failed'): void {
    const told = { suffix: 'completed', time: this.#emitter.time, synthetic: true };
    for (const { item, event } of this.#running.get(key) ?? []) {
      this.#emitter.emit('item.completed', { item: { ...item, status } }, event, told);
    }
    this.#running.delete(key);
  }

  /** What has no parent of its own, in a subagent, belongs where the subagent does: to the call that spawned it. */
  #parentOf({ parentId, source }: Event): string | undefined {
    const own = parentId !== undefined && this.#ids.has(parentId) ? parentId : undefined;
    if (source === undefined || source === 'primary') return own;
    if (!this.#spawned.has(source)) this.#spawnedBy(source, own);
    return own ?? this.#spawned.get(source);
  }

  #spawnedBy(source: string, id: string | undefined): void {
    this.#spawned.set(source, id);
    if (id !== undefined) this.#ids.keep(id);
  }

  #remember({ id, type, tool }: Event): void {
    this.#ids.add(id);
    const sources =
      type === 'tool_call' && tool?.callId !== undefined ? this.#sourcesOfCall.get(tool.callId) : undefined;
    for (const source of sources ?? []) this.#spawnedBy(source, id);
  }
}

const isSession = (event: Event, phase: string): boolean =>
  event.type === 'session' && event.phase === phase && isPrimary(event);
const isSessionStart = (event: Event): boolean => isSession(event, 'started');
const isSessionEnd = (event: Event): boolean => isSession(event, 'ended');

/** An item at its start: what it says comes later. Fields that are undefined are none. */
function opening({ item_id, native_item_id, parent_id, kind, role }: UniversalItem): UniversalItem {
  return { item_id, native_item_id, parent_id, kind, role, status: 'in_progress', content: NOTHING };
}
const NOTHING: UniversalItem['content'] = [];

/** What was streamed, and for what the agent said at least one piece. */
function spokenDeltas(event: Event, { content }: UniversalItem) {
  const text = event.text ?? '';
  const chunks = event.native?.synthetic || isResultText(event) ? [] : (event.chunks ?? []);
  if (chunks.length === 0 && event.type !== 'assistant_message') return [];
  const whole = spokenText(content);
  const recorded = event.text !== undefined && whole.startsWith(text) ? chunks : [];
  if (recorded.length === 0 && event.type !== 'assistant_message') return [];
  return deltasOf(whole, recorded, text.length);
}

function turnMetadata({ phase, status, text, usage, model, variant }: Event) {
  const metadata = something({
    outcome: phase === 'started' || phase === 'ended' ? undefined : phase,
    label: status?.label,
    detail: status?.detail,
    text,
    model,
    variant,
    usage: usage && usageOf(usage),
  });
  return metadata ? { metadata } : {};
}

function locationOf({ native }: Event): string {
  if (!native) return '';
  const place = native.pointer ?? (native.start === undefined ? '' : `bytes ${native.start}-${native.end ?? ''}`);
  return [native.input, place].filter(Boolean).join(' ');
}
