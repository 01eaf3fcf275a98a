/**
 * One session of the stream, event by event, as a transcript made from items, requests and the rest. Order is that in
 * which things began: an item is given when all that began before it is complete.
 */
import { isObject, objectOf } from '../../reading/native-values.ts';
import type { Event } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import { idPrefix } from './envelopes.ts';
import type { UniversalEvent, UniversalItem } from './event.ts';
import { errorOf, permissionOf, questionOf, ruleOf, turnFacts } from './read-data.ts';
import { HeaderFacts } from './read-header.ts';
import { type Draft, eventOf, type ToldDelta, usageOf } from './read-item.ts';

type Of<T extends UniversalEvent['type']> = Extract<UniversalEvent, { type: T }>;
type Requested = Of<'permission.requested' | 'question.requested'>;
type Resolved = Of<'permission.resolved' | 'question.resolved'>;

/** A place in the order of events, taken when the thing began. */
interface Place {
  readonly source: string;
  readonly turn: string | undefined;
  draft: Draft | undefined;
}

interface OpenItem {
  readonly place: Place;
  readonly started?: UniversalEvent;
  readonly deltas: ToldDelta[];
  readonly item: UniversalItem | undefined;
}

export class SessionReader {
  readonly #facts: HeaderFacts;
  readonly #prefix: string;
  /** Places from `#next` on wait for their turn. */
  #places: Place[] = [];
  #next = 0;
  readonly #items = new Map<string, OpenItem>();
  /** Calls that were given as running: their end is the stream's own. */
  readonly #given = new Set<string>();
  readonly #tools = new Map<string, string>();
  #asking: { place: Place; event: Requested } | undefined;
  #turn: string | undefined;
  #seq = 0;
  readonly #sourceSeq = new Map<string, number>();

  constructor(first: UniversalEvent) {
    this.#facts = new HeaderFacts(first);
    this.#prefix = idPrefix(first.session_id);
  }

  /** The transcript's events that this one completes. */
  push(event: UniversalEvent): Event[] {
    this.#facts.add(event);
    const asking = this.#asking;
    this.#asking = undefined;
    if (asking && isAnswer(event, asking.event) && this.#isSame(event, asking.event))
      this.#answer(asking.place, asking.event, event);
    else {
      if (asking) asking.place.draft = this.#requestDraft(asking.event);
      this.#take(event);
    }
    return this.#ready();
  }

  /** What is left: things that were begun and never completed. */
  end(): Event[] {
    if (this.#asking) this.#asking.place.draft = this.#requestDraft(this.#asking.event);
    for (const open of this.#items.values()) open.place.draft = this.#itemDraft(open, undefined);
    this.#items.clear();
    return this.#ready();
  }

  header(): TranscriptHeader {
    return this.#facts.header();
  }

  #take(event: UniversalEvent): void {
    switch (event.type) {
      case 'session.started':
      case 'session.ended':
        this.#session(event);
        break;
      case 'turn.started':
      case 'turn.ended':
        this.#takeTurn(event);
        break;
      case 'item.started':
        this.#started(event);
        break;
      case 'item.delta':
        this.#delta(event);
        break;
      case 'item.completed':
        this.#completed(event);
        break;
      case 'permission.requested':
      case 'question.requested':
        this.#asking = { place: this.#place(event), event };
        break;
      case 'permission.resolved':
      case 'question.resolved':
        if (!this.#isOurs(event, '.')) this.#place(event).draft = this.#requestDraft(event);
        break;
      case 'error':
        this.#place(event).draft = { ...this.#draft(event, 'error'), error: errorOf(event.data) };
        break;
      case 'agent.unparsed':
        this.#place(event).draft = this.#unparsedDraft(event);
    }
  }

  #session(event: Of<'session.started' | 'session.ended'>): void {
    if (this.#isOwn(event) && !tellsFailure(event)) return;
    const { metadata } = event.data;
    const draft = this.#draft(event, 'session');
    draft.phase = event.type === 'session.started' ? 'started' : 'ended';
    const said = event.type === 'session.started' ? objectOf(metadata)['native'] : endOf(event);
    if (isObject(said)) draft.session = said;
    if (event.type === 'session.ended' && event.data.message) draft.error = { message: event.data.message };
    if (event.type === 'session.ended') Object.assign(draft, spentAt(event));
    this.#place(event).draft = draft;
  }

  #takeTurn(event: Of<'turn.started' | 'turn.ended'>): void {
    const { phase, metadata } = event.data;
    const turn = event.data.turn_id ?? `turn-${event.event_id}`;
    if (phase === 'started') this.#turn = turn;
    if (!this.#isOwn(event)) {
      const draft = { ...this.#draft(event, 'turn'), phase, ...turnFacts(metadata) };
      const place = this.#place(event);
      place.draft = draft;
    }
    if (phase === 'ended') this.#turn = undefined;
  }

  #started(event: Of<'item.started'>): void {
    const { item } = event.data;
    if (this.#items.has(item.item_id)) return;
    const open = { place: this.#place(event), started: event, deltas: [], item };
    this.#noteTool(item);
    if (item.kind === 'tool_call' && item.tool?.status === 'running') {
      open.place.draft = this.#itemDraft(open, undefined);
      this.#given.add(item.item_id);
    } else this.#items.set(item.item_id, open);
  }

  #delta({ time, synthetic, data }: Of<'item.delta'>): void {
    this.#items.get(data.item_id)?.deltas.push({ text: data.delta, time, synthetic });
  }

  #completed(event: Of<'item.completed'>): void {
    const { item } = event.data;
    if (this.#given.delete(item.item_id)) return;
    const open = this.#items.get(item.item_id) ?? { place: this.#place(event), deltas: [], item };
    this.#items.delete(item.item_id);
    this.#noteTool(item);
    open.place.draft = this.#itemDraft({ ...open, item }, event);
  }

  #itemDraft({ started, deltas, item }: OpenItem, completed: UniversalEvent | undefined): Draft | undefined {
    if (!item) return undefined;
    return eventOf({ item, started, deltas, completed }, (callId) => this.#tools.get(callId));
  }

  #noteTool({ content }: UniversalItem): void {
    for (const part of content) if (part.type === 'tool_call') this.#tools.set(part.call_id, part.name);
  }

  #requestDraft(event: Requested | Resolved): Draft {
    if (event.type === 'permission.requested' || event.type === 'permission.resolved') {
      return { ...this.#draft(event, 'permission'), permission: permissionOf(event.data), ...ruleOf(event.data) };
    }
    return { ...this.#draft(event, 'question'), question: questionOf(event.data) };
  }

  /** Asked and answered in one go: one event, as transcripts have it. */
  #answer(place: Place, asked: Requested, answered: Resolved): void {
    const draft = this.#requestDraft({ ...asked, data: answered.data } as Requested);
    place.draft = answered.time === asked.time ? draft : { ...draft, completedAt: answered.time };
  }

  #unparsedDraft(event: Of<'agent.unparsed'>): Draft {
    const { error, location, raw_hash } = event.data;
    const draft = this.#draft(event, 'unparsed');
    draft.error = { message: error };
    draft.native = { ...draft.native, type: event.type, pointer: location };
    if (raw_hash) draft.extra = { raw_hash };
    return draft;
  }

  #draft(event: UniversalEvent, type: string): Draft {
    const native = { type: event.type, ...(event.synthetic ? { synthetic: true } : {}) };
    return { id: this.#idOf(event), timestamp: event.time, type, native };
  }

  /** The transcript's id, where the stream is one of ours. */
  #idOf(event: UniversalEvent): string {
    const { event_id, type } = event;
    const suffix = SUFFIX[type];
    if (!suffix || !this.#isOurs(event) || !event_id.endsWith(suffix)) return event_id;
    return event_id.slice(this.#prefix.length, -suffix.length) || event_id;
  }

  /** In our streams an answer of its own is an event of its own. */
  #isSame(answer: UniversalEvent, asked: UniversalEvent): boolean {
    return !this.#isOurs(answer) || this.#idOf(answer) === this.#idOf(asked);
  }

  /** The stream's own events, which stand for nothing in the transcript. */
  #isOwn(event: UniversalEvent): boolean {
    return this.#isOurs(event) ? this.#isOurs(event, '.') : event.synthetic;
  }

  #isOurs({ event_id }: UniversalEvent, more = ''): boolean {
    return event_id.startsWith(this.#prefix + more);
  }

  #place(event: UniversalEvent): Place {
    const source = event.agent_source ?? 'primary';
    const place = { source, turn: source === 'primary' ? this.#turn : undefined, draft: undefined };
    this.#places.push(place);
    return place;
  }

  #ready(): Event[] {
    const ready: Event[] = [];
    for (let place = this.#places[this.#next]; place?.draft; place = this.#places[++this.#next]) {
      ready.push(this.#event(place, place.draft));
    }
    if (this.#next * 2 > this.#places.length) {
      this.#places = this.#places.slice(this.#next);
      this.#next = 0;
    }
    return ready;
  }

  #event({ source, turn }: Place, draft: Draft): Event {
    const sourceSeq = (this.#sourceSeq.get(source) ?? 0) + 1;
    this.#sourceSeq.set(source, sourceSeq);
    const { id, timestamp, type, ...rest } = draft;
    const event: Event = { id, seq: ++this.#seq, timestamp, type, ...rest, source, sourceSeq };
    if (turn !== undefined) event.turn = turn;
    this.#facts.count(event);
    return event;
  }
}

const SUFFIX: Partial<Record<UniversalEvent['type'], string>> = {
  'session.started': '.started',
  'session.ended': '.ended',
  'turn.started': '.turn',
  'turn.ended': '.turn',
  'permission.requested': '.requested',
  'permission.resolved': '.resolved',
  'question.requested': '.requested',
  'question.resolved': '.resolved',
  error: '.error',
  'agent.unparsed': '.unparsed',
};

/** Whether an event resolves the request right before it, in the same words. */
function isAnswer(event: UniversalEvent, asked: Requested): event is Resolved {
  if (event.type === 'permission.resolved' && asked.type === 'permission.requested') {
    return event.data.permission_id === asked.data.permission_id;
  }
  return (
    event.type === 'question.resolved' &&
    asked.type === 'question.requested' &&
    event.data.question_id === asked.data.question_id
  );
}

/** An end that only a stream tells, with more in it than that it ended. */
const tellsFailure = ({ type, data }: UniversalEvent): boolean =>
  type === 'session.ended' && (data.exit_code != null || data.stderr != null);

const spentAt = ({ data: { model, usage, cost_micro_usd } }: Of<'session.ended'>): Partial<Draft> => ({
  ...(model === undefined ? {} : { model }),
  ...(usage ? { usage: usageOf(usage) } : {}),
  ...(cost_micro_usd === undefined ? {} : { costMicroUsd: cost_micro_usd }),
});

function endOf({ data: { metadata, exit_code, stderr } }: Of<'session.ended'>): Record<string, unknown> | undefined {
  const said = {
    ...objectOf(metadata),
    ...(metadata === undefined && exit_code != null ? { exit_code } : {}),
    ...(stderr == null ? {} : { stderr }),
  };
  return Object.keys(said).length > 0 ? said : undefined;
}
