/** Events of the universal stream: what was told of a session, with the content that may be sent. */
import { archivedEvents, type NumberedTelling, sessionHeader, UniversalLog } from '@hansard/archive';
import type { Event } from '@hansard/core';
import type { UniversalEvent } from '@hansard/core/formats/universal/event.ts';
import { type EnvelopeHeader, Envelopes } from '@hansard/core/formats/universal/index.ts';
import type { App } from '../app.ts';

export class UniversalEvents {
  readonly #app: App;
  readonly #log: UniversalLog;

  constructor(app: App) {
    this.#app = app;
    this.#log = new UniversalLog(app.archive.sql, archivedEvents(app.archive));
  }

  /** Events from a sequence on, each as it is to be sent. */
  async messages(
    sessionId: number,
    first: number,
    limit: number,
    raw: boolean,
    written: (sequence: number, text: string) => string,
  ): Promise<string[]> {
    const { tellings } = await this.#log.page(sessionId, first - 1, limit);
    const events = await this.#written(sessionId, tellings, raw);
    return events.map((event) => written(event.sequence, JSON.stringify(event)));
  }

  async hasMore(sessionId: number, offset: number): Promise<boolean> {
    return (await this.#log.page(sessionId, offset, 1)).tellings.length > 0;
  }

  async #written(sessionId: number, told: readonly NumberedTelling[], raw: boolean): Promise<UniversalEvent[]> {
    const header = this.#header(sessionId, told, raw);
    if (!header || told.length === 0) return [];
    const { content, host } = this.#app;
    const events = await this.#events(sessionId, seqsOf(told));
    const find = (seq: number) => events.get(seq) ?? noLongerThere(seq);
    const gated = await content.head(sessionId, header);
    const envelopes = new Envelopes<number>(gated, { digest: (data) => host.digest(data), raw }, find);
    const tellings = content.profile === null ? told : await content.answer(sessionId, [...told]);
    return tellings.map(({ sequence, telling }) => envelopes.write(telling, sequence));
  }

  /** Only what begins and ends a session tells all that is known of it; everything else has its ids. */
  #header(sessionId: number, told: readonly NumberedTelling[], raw: boolean): EnvelopeHeader | undefined {
    const { sql } = this.#app.archive;
    const whole = raw || told.some(({ telling: { type } }) => type === 'session.started' || type === 'session.ended');
    if (whole) return sessionHeader(sql, sessionId);
    const row = sql.get('SELECT uuid, native_id FROM session WHERE id = ?', sessionId);
    if (!row) return undefined;
    const nativeId = (row['native_id'] as string | null) ?? undefined;
    return { transcriptId: row['uuid'] as string, session: { nativeId } };
  }

  /** Most are neighbours, and are read as pages. */
  async #events(sessionId: number, seqs: readonly number[]): Promise<Map<number, Event>> {
    const found = new Map<number, Event>();
    const { content } = this.#app;
    for (const { first, count } of stretches(seqs)) {
      const events =
        count === 1 ? await content.events(sessionId, [first]) : await content.page(sessionId, first - 1, count);
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
