/** Events of the universal stream: what was told of a session, with the content that may be sent. */
import type { Event } from '@hansard/core';
import type { UniversalEvent } from '@hansard/core/formats/universal/event.ts';
import { type EnvelopeHeader, Envelopes } from '@hansard/core/formats/universal/index.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { NumberedTelling } from '@hansard/core/store/universal.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';

const ALL = new WeakMap<App, WeakMap<Content, UniversalEvents>>();

export function universalEventsOf(app: App, content: Content): UniversalEvents {
  const byContent = ALL.get(app) ?? new WeakMap<Content, UniversalEvents>();
  ALL.set(app, byContent);
  const events = byContent.get(content) ?? new UniversalEvents(app, content);
  byContent.set(content, events);
  return events;
}

export class UniversalEvents {
  readonly #app: App;
  readonly #content: Content;
  #last: { readonly key: string; readonly events: Promise<readonly Event[]> } | undefined;

  constructor(app: App, content: Content) {
    this.#app = app;
    this.#content = content;
  }

  /** Events from a sequence on, each as it is to be sent. */
  async messages(
    session: SessionId,
    first: number,
    limit: number,
    raw: boolean,
    written: (sequence: number, text: string) => string,
  ): Promise<string[]> {
    const { tellings } = await this.#app.store.universal.page(session, first - 1, limit);
    const events = await this.#written(session, tellings, raw);
    return events.map((event) => written(event.sequence, JSON.stringify(event)));
  }

  async hasMore(session: SessionId, offset: number): Promise<boolean> {
    return (await this.#app.store.universal.page(session, offset, 1)).tellings.length > 0;
  }

  async #written(session: SessionId, told: readonly NumberedTelling[], raw: boolean): Promise<UniversalEvent[]> {
    const header = await this.#header(session, told);
    if (!header || told.length === 0) return [];
    const content = this.#content;
    const { digest } = this.#app;
    const events = await this.#events(session, seqsOf(told));
    const find = (seq: number) => events.get(seq) ?? noLongerThere(seq);
    const gated = await content.head(session, header);
    const payloads = raw ? await this.#payloads(session, told) : undefined;
    const payloadOf = ({ logSeq }: Event) => payloads?.get(logSeq as number);
    // Whoever chose an id finds it in the events; for others a chosen name may say too much.
    const sessionId = content.profile === null ? this.#app.live?.chosen(session) : undefined;
    const envelopes = new Envelopes<number>(gated, { digest, payloadOf, sessionId }, find);
    const tellings = content.profile === null ? told : await content.answer(session, [...told]);
    return tellings.map(({ sequence, telling }) => envelopes.write(telling, sequence));
  }

  /** Only what begins and ends a session tells all that is known of it; everything else has its ids. */
  async #header(session: SessionId, told: readonly NumberedTelling[]): Promise<EnvelopeHeader | undefined> {
    const { events, sessions } = this.#app.store;
    const whole = told.some(({ telling: { type } }) => type === 'session.started' || type === 'session.ended');
    if (whole) return events.header(session);
    const [name] = await sessions.names([session]);
    return name && { transcriptId: name.id, session: { nativeId: name.nativeId ?? undefined } };
  }

  /** What the agent wrote holds all that a profile leaves out: it is for the user of this machine alone. */
  async #payloads(session: SessionId, told: readonly NumberedTelling[]): Promise<ReadonlyMap<number, unknown>> {
    if (this.#content.profile !== null) return new Map();
    const seqs = new Set(told.flatMap(({ telling: { about } }) => about ?? []));
    return this.#app.store.events.payloads(
      session,
      [...seqs].sort((a, b) => a - b),
    );
  }

  /** A long text is told on many pages, one after the other: it is read once for as long as nothing was written. */
  async #one(session: SessionId, seq: number): Promise<readonly Event[]> {
    const version = await this.#app.store.changes.version();
    const key = `${session} ${seq} ${version}`;
    if (this.#last?.key !== key) this.#last = { key, events: this.#content.events(session, [seq]) };
    return this.#last.events;
  }

  /** Most are neighbours, and are read as pages. */
  async #events(session: SessionId, seqs: readonly number[]): Promise<Map<number, Event>> {
    const found = new Map<number, Event>();
    const content = this.#content;
    for (const { first, count } of stretches(seqs)) {
      const events = count === 1 ? await this.#one(session, first) : await content.page(session, first - 1, count);
      for (const event of events) found.set(event.logSeq as number, event);
    }
    return found;
  }
}

function seqsOf(told: readonly NumberedTelling[]): number[] {
  const seqs = new Set<number>();
  for (const { telling } of told) {
    for (const seq of [telling.about, telling.asked, telling.failure]) if (seq !== undefined) seqs.add(seq);
  }
  return [...seqs].sort((a, b) => a - b);
}

function stretches(seqs: readonly number[]): { first: number; count: number }[] {
  const found: { first: number; count: number }[] = [];
  for (const seq of seqs) {
    const last = found.at(-1);
    if (last && last.first + last.count === seq) last.count++;
    else found.push({ first: seq, count: 1 });
  }
  return found;
}

/** It was erased between two looks. */
const noLongerThere = (seq: number): Event => ({
  id: `gone-${seq}`,
  seq,
  type: 'meta',
  timestamp: '1970-01-01T00:00:00.000Z',
});
