/**
 * Writes what was told as events of the stream. An event of the transcript may have changed since it was told: what it
 * is written as stays, and its content is the present one.
 */
import type { Event, EventError } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import { jsonText } from '../json-text.ts';
import { ownResultOf } from '../own-results.ts';
import type { Delta } from './deltas.ts';
import type { UniversalData, UniversalEvent, UniversalItem, UniversalType } from './event.ts';
import { itemOf, usageOf } from './item.ts';
import { isPrimary } from './lifecycle.ts';
import { answered, asked, errorData, type Request, refused, requestOf, something } from './requests.ts';
import { endedData, startedData } from './session-data.ts';
import { pieceOf, spokenDeltas } from './spoken.ts';
import type { Telling } from './telling.ts';

export interface EnvelopeOptions {
  /** SHA-256 in hex, for records that were not understood. */
  readonly digest: (data: string) => string;
  /** Puts the transcript's event, whole, beside the first that it became, and the header beside the first of all. */
  readonly whole?: boolean;
  /** What the agent wrote about an event: it stands beside what is not synthetic, but for deltas. */
  readonly payloadOf?: (event: Event) => unknown;
  /** What the session is called in the stream; its id unless somebody has chosen another. */
  readonly sessionId?: string | undefined;
}

/** The ids that every event has, and for the session's start and end, and for raw events, all the rest. */
export type EnvelopeHeader =
  | TranscriptHeader
  | { readonly transcriptId: string; readonly session: { readonly nativeId?: string } };

/** What is special about one kind of event. */
interface Written {
  readonly data: UniversalData;
  /** Tells the events apart that one event of the transcript becomes. */
  readonly suffix: string;
  readonly time?: string;
  readonly synthetic?: boolean;
  /** The stream's own, though it is about an event of the transcript. */
  readonly own?: boolean;
}

/** An event as an item, with what it says in pieces. */
interface ItemView {
  readonly event: Event;
  readonly parent: string | undefined;
  readonly item: UniversalItem;
  readonly deltas: readonly Delta[];
}

export class Envelopes<Ref> {
  readonly #header: EnvelopeHeader;
  readonly #options: EnvelopeOptions;
  readonly #find: (ref: Ref) => Event;
  readonly #prefix: string;
  /** What is told of one event comes together: its item is made once. */
  #last: ItemView | undefined;

  constructor(header: EnvelopeHeader, options: EnvelopeOptions, find: (ref: Ref) => Event) {
    this.#header = header;
    this.#options = options;
    this.#find = find;
    this.#prefix = idPrefix(header.transcriptId);
  }

  write(telling: Telling<Ref>, sequence: number): UniversalEvent {
    const event = this.#eventOf(telling);
    const { data, suffix, time, synthetic: made, own } = this.#written(telling, event);
    const synthetic = made || own || !event || event.native?.synthetic === true;
    const emitted = {
      event_id: `${this.#prefix}${own ? '' : (event?.id ?? '')}.${suffix}`,
      sequence,
      time: telling.time ?? time ?? event?.timestamp,
      session_id: this.#options.sessionId ?? this.#header.transcriptId,
      native_session_id: this.#header.session.nativeId,
      source: synthetic ? 'daemon' : 'agent',
      synthetic,
      type: telling.type,
      data,
    } as UniversalEvent;
    if (event && !isPrimary(event)) emitted.agent_source = event.source;
    if (this.#options.whole) this.#addWhole(emitted, telling, event);
    if (event && !synthetic && telling.type !== 'item.delta') {
      const raw = this.#options.payloadOf?.(event);
      if (raw !== undefined) emitted.raw = raw;
    }
    return emitted;
  }

  #eventOf({ about, own }: Telling<Ref>): Event | undefined {
    if (about === undefined) return undefined;
    const event = this.#find(about);
    return own === undefined ? event : ownResultOf(event, own);
  }

  /** In how many pieces the text of an event is told. */
  pieces(event: Event, parent: string | undefined): number {
    return this.#view(event, parent).deltas.length;
  }

  get #whole(): TranscriptHeader {
    return this.#header as TranscriptHeader;
  }

  #addWhole(emitted: UniversalEvent, { first }: Telling<Ref>, event: Event | undefined): void {
    if (emitted.sequence === 1) emitted.transcript = this.#header;
    if (first && event) emitted.transcript_event = event;
  }

  #written(telling: Telling<Ref>, event: Event | undefined): Written {
    switch (telling.type) {
      case 'session.started':
        return { data: startedData(this.#whole, event), suffix: event ? 'started' : 'session.started' };
      case 'session.ended':
        return { data: this.#ended(telling, event), suffix: event ? 'ended' : 'session.ended' };
      case 'turn.started':
      case 'turn.ended':
        return turnOf(telling, event);
      case 'agent.unparsed':
        return { data: this.#unparsed(event), suffix: 'unparsed', time: event?.startedAt };
      case 'error':
        return { data: errorData(errorOf(event)), suffix: 'error', time: event?.startedAt };
      case 'item.started':
      case 'item.delta':
      case 'item.completed':
        return this.#ofItem(telling, event as Event);
      default:
        return this.#ofRequest(telling, event as Event);
    }
  }

  #ended({ failure, unfinished }: Telling<Ref>, event: Event | undefined) {
    const failed = failure === undefined ? undefined : failureText(this.#find(failure));
    return endedData({ header: this.#whole, event, failure: failed, unfinished: unfinished === true });
  }

  #unparsed(event: Event | undefined): UniversalData<'agent.unparsed'> {
    const { raw, error, extra, text } = event ?? {};
    const hash = raw === undefined ? extra?.['raw_hash'] : this.#options.digest(jsonText(raw));
    return {
      error: error?.message ?? text ?? 'The record was not understood.',
      location: event ? locationOf(event) : '',
      ...(typeof hash === 'string' ? { raw_hash: hash } : {}),
    };
  }

  #ofItem(telling: Telling<Ref>, event: Event): Written {
    const view = this.#view(event, telling.parent);
    if (telling.type === 'item.started') return startedItem(telling, view);
    if (telling.type === 'item.completed') return completedItem(telling, view);
    const { piece = 0, pieces = 1 } = telling;
    const { item_id, native_item_id, content } = view.item;
    const told = view.deltas.length === pieces ? view.deltas[piece] : pieceOf(view.deltas, piece, pieces, content);
    const data = { item_id, native_item_id, delta: told?.text ?? '' };
    return { data, suffix: `delta.${piece}`, time: told?.time, synthetic: !told?.native };
  }

  /** Deltas come between start and end, and do not say what their item belongs to. */
  #view(event: Event, parent: string | undefined): ItemView {
    const last = this.#last;
    if (last?.event === event && (parent === undefined || parent === last.parent)) return last;
    const known = LONG.get(event);
    if (known && (parent === undefined || parent === known.parent)) return known;
    const item = itemOf(event, parent);
    this.#last = { event, parent, item, deltas: spokenDeltas(event, item) };
    if (this.#last.deltas.length > MANY) LONG.set(event, this.#last);
    return this.#last;
  }

  #ofRequest(telling: Telling<Ref>, event: Event): Written {
    const kind = telling.type.startsWith('permission') ? 'permission' : 'question';
    const request = requestAs(kind, event);
    if (telling.type.endsWith('.requested')) {
      return { data: asked(request).data, suffix: 'requested', time: event.startedAt };
    }
    if (telling.refused) {
      return { data: refused(asked(request)).data, suffix: `request.${event.id}.refused`, own: true };
    }
    const before = telling.asked === undefined ? undefined : requestAs(kind, this.#find(telling.asked));
    const answer = before ? answered(asked(before), request) : request;
    // The agent asks; whoever decides is on our side of it, and so is the event that says so.
    return { data: answer.data, suffix: 'resolved', time: event.completedAt, synthetic: true };
  }
}

/** Views of texts in very many pieces, which others may want to tell on: making one takes as long as there are pieces. */
const LONG = new WeakMap<Event, ItemView>();
const MANY = 200;

/** Ids of events are unique in a session; with this before them they are unique beyond it. */
export const idPrefix = (transcriptId: string): string => `${transcriptId.slice(0, 8)}.`;

function startedItem<Ref>({ runs }: Telling<Ref>, { event, item, deltas }: ItemView): Written {
  const recorded = event.startedAt !== undefined || deltas.some(({ native }) => native);
  const data = { item: runs ? { ...item, status: 'in_progress' as const } : opening(item) };
  return { data, suffix: 'started', time: event.startedAt, synthetic: !recorded };
}

function completedItem<Ref>({ closes }: Telling<Ref>, { event, item }: ItemView): Written {
  // It may be known by now that the call failed.
  const data = { item: closes && item.status !== 'failed' ? { ...item, status: closes } : item };
  return { data, suffix: 'completed', time: event.completedAt, ...(closes ? { synthetic: true } : {}) };
}

/** An item at its start: what it says comes later. Fields that are undefined are none. */
function opening({ item_id, native_item_id, parent_id, kind, role }: UniversalItem): UniversalItem {
  return { item_id, native_item_id, parent_id, kind, role, status: 'in_progress', content: NOTHING };
}
/** The content of an item of which nothing but its start is told. */
export const NOTHING: UniversalItem['content'] = [];

function turnOf<Ref>({ type, turn = '' }: Telling<Ref>, event: Event | undefined): Written {
  const phase = type === 'turn.started' ? 'started' : 'ended';
  const data = { phase, turn_id: turn, ...(event ? turnMetadata(event) : {}) } as UniversalData<UniversalType>;
  return { data, suffix: event ? 'turn' : `turn.${turn}.${phase}` };
}

function turnMetadata({ phase, status, text, usage, costMicroUsd, model, variant }: Event) {
  const metadata = something({
    outcome: phase === 'started' || phase === 'ended' ? undefined : phase,
    label: status?.label,
    detail: status?.detail,
    text,
    model,
    variant,
    usage: usage && usageOf(usage),
    cost_micro_usd: costMicroUsd,
  });
  return metadata ? { metadata } : {};
}

/** What an event asks for; one that asked once and no longer does keeps its place. */
function requestAs(kind: Request['kind'], event: Event): Request {
  const request = requestOf(event);
  if (request?.kind === kind) return request;
  if (kind === 'permission') {
    return { kind, data: { permission_id: event.id, action: event.text ?? '', status: 'reject' } };
  }
  return { kind, data: { question_id: event.id, prompt: event.text ?? '', options: [], status: 'rejected' } };
}

const errorOf = (event: Event | undefined): EventError => event?.error ?? { message: event?.text ?? '' };

function failureText(event: Event): string | undefined {
  return event.type === 'turn' ? (event.status?.detail ?? event.text) : errorOf(event).message;
}

function locationOf({ native }: Event): string {
  if (!native) return '';
  const place = native.pointer ?? (native.start === undefined ? '' : `bytes ${native.start}-${native.end ?? ''}`);
  return [native.input, place].filter(Boolean).join(' ');
}
