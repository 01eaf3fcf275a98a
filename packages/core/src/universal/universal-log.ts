/**
 * The universal stream of a session, as it was told. Numbers are given once, when somebody first asks for them, and
 * kept: a page is read from what was told, however the session has grown or changed since, and costs the same
 * everywhere. What is told is which event becomes what; content is read from the event when it is sent. Where it is kept
 * is another's business: every store has this log over its own `ToldStreams`.
 */
import type { TranscriptHeader } from '../formats/contract.ts';
import { OwnResults, ownResultId } from '../formats/own-results.ts';
import { Envelopes } from '../formats/universal/envelopes.ts';
import { Projector } from '../formats/universal/projector.ts';
import type { SavedProjector } from '../formats/universal/saved-projector.ts';
import type { StoreEvents } from '../store/events.ts';
import type { SessionId } from '../store/sessions.ts';
import type { KeptTelling, StoreUniversal, UniversalPage } from '../store/universal.ts';
import type { Event } from '../transcript.ts';
import { ToldItems } from './told-items.ts';
import type { ToldPlace, ToldStep, ToldStreams } from './told-streams.ts';

/** The session's events as they are. */
export type EventSource = Pick<StoreEvents, 'page' | 'at' | 'header'>;

/** Events that are told at once. */
const STEP = 400;
/** Calls and requests that stay open; a log in which nothing is ever answered has more. */
const MOST_OPEN = 1000;
/** Own results of one call that may have the ids of other events. */
const MOST_OWN = 16;

export class UniversalLog implements StoreUniversal {
  readonly #told: ToldStreams;
  readonly #source: EventSource;
  readonly #work = new Map<SessionId, Promise<void>>();

  constructor(told: ToldStreams, source: EventSource) {
    this.#told = told;
    this.#source = source;
  }

  /** What was told behind `after`; what was not is told now, as far as it is asked for. */
  async page(session: SessionId, after: number, limit: number): Promise<UniversalPage> {
    await this.#reach(session, after + limit + 1);
    const told = await this.#told.read(session, after, limit + 1);
    return { tellings: told.slice(0, limit), hasMore: told.length > limit };
  }

  /** One at a time tells what comes next; whoever else asks waits for it. */
  async #reach(session: SessionId, sequence: number): Promise<void> {
    while (!(await this.#hasTold(session, sequence))) {
      const under = this.#work.get(session);
      if (under) {
        await under;
        continue;
      }
      const work = this.#goOn(session, sequence).finally(() => this.#work.delete(session));
      this.#work.set(session, work);
      await work;
      return;
    }
  }

  /** Whether the wanted was told, or all that there is. Neither takes a reading of events. */
  async #hasTold(session: SessionId, sequence: number): Promise<boolean> {
    const place = await this.#told.place(session);
    return place.sequence >= sequence || this.#isAtEnd(session, place);
  }

  async #isAtEnd(session: SessionId, { logSeq, change, ended }: ToldPlace): Promise<boolean> {
    const now = await this.#told.position(session);
    if (!now) return true;
    if (logSeq < now.lastSeq || change < now.change) return false;
    return ended || now.mayGrow;
  }

  async #goOn(session: SessionId, sequence: number): Promise<void> {
    let place = await this.#told.place(session);
    while (place.sequence < sequence && !(await this.#isAtEnd(session, place))) {
      const header = await this.#source.header(session);
      if (!header) return;
      const step = await this.#step(session, place, header);
      // Something has changed, elsewhere or in what was told to its end: reading writes nothing then.
      if (!step || (step.tellings.length === 0 && step.logSeq === place.logSeq && step.ended === place.ended)) return;
      await this.#told.keep(session, place, step);
      place = await this.#told.place(session);
    }
  }

  /** What is told of the next events; undefined when the session is gone. */
  async #step(session: SessionId, place: ToldPlace, header: TranscriptHeader): Promise<ToldStep | undefined> {
    const now = await this.#told.position(session);
    if (!now) return undefined;
    const saved = await this.#told.saved(session);
    const events = await this.#source.page(session, place.logSeq, STEP);
    // Behind the events: what stands before them in the log is in these by now, whatever is written meanwhile.
    const changed = await this.#changedOpen(session, place, saved);
    const teller = await this.#teller(session, place, header, saved, [...changed, ...events], now.mayGrow);
    const tellings: KeptTelling[] = [];
    for (const event of answersFirst(changed)) tellings.push(...teller.again(event.logSeq as number, event));
    const results = new OwnResults();
    const decided = [...events.flatMap((event) => results.push(event)), ...results.end()];
    for (const { event, own } of decided) tellings.push(...teller.push(event.logSeq as number, event, own));
    const ends = events.length === 0 && !place.ended && !now.mayGrow;
    if (ends) tellings.push(...teller.finish(false, header.session.endedAt));
    return {
      sequence: place.sequence + tellings.length,
      logSeq: events.at(-1)?.logSeq ?? place.logSeq,
      change: now.change,
      // A session that goes on after its end has another one.
      ended: ends || (place.ended && events.length === 0),
      saved: bounded(teller.save()),
      tellings,
    };
  }

  async #teller(
    session: SessionId,
    { logSeq }: ToldPlace,
    header: TranscriptHeader,
    saved: SavedProjector<number> | undefined,
    events: readonly Event[],
    grows: boolean,
  ): Promise<Projector<number>> {
    const envelopes = new Envelopes<Event>(header, { digest: () => '' }, (event) => event);
    const [end] = saved?.end === undefined ? [] : await this.#source.at(session, [saved.end]);
    const earlier = await this.#told.items(session, logSeq, idsIn(events));
    return new Projector<number>({
      session: header.session,
      pieces: (event, parent) => envelopes.pieces(event, parent),
      ids: new ToldItems(earlier),
      grows,
      ...(saved ? { saved } : {}),
      ...(end ? { end } : {}),
    });
  }

  /** Calls and requests that were open and have changed since. */
  async #changedOpen(
    session: SessionId,
    { change }: ToldPlace,
    saved: SavedProjector<number> | undefined,
  ): Promise<readonly Event[]> {
    const pending = saved?.pending.map(([, ref]) => ref) ?? [];
    const running = saved?.running.flatMap(([, calls]) => calls.map(({ ref }) => ref)) ?? [];
    const speaking = saved?.speaking?.map(([, { ref }]) => ref) ?? [];
    const open = [...pending, ...running, ...speaking];
    const changed = open.length === 0 ? [] : await this.#told.changedAmong(session, open, change);
    return changed.length === 0 ? [] : this.#source.at(session, changed);
  }
}

/** An answer comes before what it has led to, though the call that it allows stands before the request. */
function answersFirst(changed: readonly Event[]): readonly Event[] {
  const isRequest = ({ permission, question }: Event) => permission !== undefined || question !== undefined;
  return [...changed.filter(isRequest), ...changed.filter((event) => !isRequest(event))];
}

/** What is asked about events that come next: whether their parents were told, and whether ids for their results are free. */
function idsIn(events: readonly Event[]): string[] {
  const ids = new Set<string>();
  for (const { id, type, parentId } of events) {
    if (parentId !== undefined) ids.add(parentId);
    if (type === 'tool_call') for (let own = 1; own <= MOST_OWN; own++) ids.add(ownResultId(id, own));
  }
  return [...ids];
}

/** The newest of what is open. */
function bounded(saved: SavedProjector<number>): SavedProjector<number> {
  return { ...saved, pending: saved.pending.slice(-MOST_OPEN), running: saved.running.slice(-MOST_OPEN) };
}
