/**
 * The universal stream of a session, as it was told. Numbers are given once, when somebody first asks for them, and
 * kept: a page is read from what was told, however the session has grown or changed since, and costs the same
 * everywhere. What is told is which event becomes what; content is read from the event when it is sent.
 */
import type { Event } from '@hansard/core';
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { OwnResults } from '@hansard/core/formats/own-results.ts';
import { Envelopes } from '@hansard/core/formats/universal/envelopes.ts';
import type { SavedTeller } from '@hansard/core/formats/universal/saved-teller.ts';
import { Teller } from '@hansard/core/formats/universal/teller.ts';
import type { Sql } from '../database/sql.ts';
import { packJson, unpackJson } from '../ingest/units.ts';
import { changedAmong, lastChange } from './changes.ts';
import type { KeptTelling } from './telling-codec.ts';
import { type NumberedTelling, ToldBlocks } from './told-blocks.ts';
import { ToldItems } from './told-items.ts';

/** The session's events as they are, by their logSeqs. */
export interface EventSource {
  page(sessionId: number, after: number, limit: number): Promise<readonly Event[]>;
  events(sessionId: number, logSeqs: readonly number[]): Promise<readonly Event[]>;
  /** Undefined when there is no such session. */
  header(sessionId: number): TranscriptHeader | undefined;
}

export interface ToldPage {
  readonly tellings: readonly NumberedTelling[];
  readonly hasMore: boolean;
}

/** How far telling has come. */
interface Place {
  readonly sequence: number;
  readonly logSeq: number;
  /** Changes of events up to this one were looked at. */
  readonly change: number;
  readonly ended: boolean;
}

interface Step extends Place {
  readonly saved: SavedTeller<number>;
  readonly tellings: readonly KeptTelling[];
}

/** Events that are told at once. */
const STEP = 400;
/** Calls and requests that stay open; a log in which nothing is ever answered has more. */
const MOST_OPEN = 1000;

export class UniversalLog {
  readonly #sql: Sql;
  readonly #source: EventSource;
  readonly #blocks: ToldBlocks;
  readonly #work = new Map<number, Promise<void>>();

  constructor(sql: Sql, source: EventSource) {
    this.#sql = sql;
    this.#source = source;
    this.#blocks = new ToldBlocks(sql);
  }

  /** What was told behind `offset`; what was not is told now, as far as it is asked for. */
  async page(sessionId: number, offset: number, limit: number): Promise<ToldPage> {
    await this.#reach(sessionId, offset + limit + 1);
    const told = this.#blocks.read(sessionId, offset, limit + 1);
    return { tellings: told.slice(0, limit), hasMore: told.length > limit };
  }

  /** One at a time tells what comes next; whoever else asks waits for it. */
  async #reach(sessionId: number, sequence: number): Promise<void> {
    while (!this.#hasTold(sessionId, sequence)) {
      const under = this.#work.get(sessionId);
      if (under) {
        await under;
        continue;
      }
      const work = this.#goOn(sessionId, sequence).finally(() => this.#work.delete(sessionId));
      this.#work.set(sessionId, work);
      await work;
      return;
    }
  }

  /** Whether the wanted was told, or all that there is. Neither takes a reading of events. */
  #hasTold(sessionId: number, sequence: number): boolean {
    const place = this.#place(sessionId);
    return place.sequence >= sequence || this.#isAtEnd(sessionId, place);
  }

  #isAtEnd(sessionId: number, { logSeq, change, ended }: Place): boolean {
    const row = this.#sql.get('SELECT last_seq FROM session WHERE id = ?', sessionId);
    if (!row) return true;
    if (logSeq < (row['last_seq'] as number) || change < lastChange(this.#sql)) return false;
    return ended || this.#mayGrow(sessionId);
  }

  async #goOn(sessionId: number, sequence: number): Promise<void> {
    let place = this.#place(sessionId);
    while (place.sequence < sequence && !this.#isAtEnd(sessionId, place)) {
      const header = this.#source.header(sessionId);
      if (!header) return;
      const step = await this.#step(sessionId, place, header);
      // Something has changed, elsewhere or in what was told to its end: reading writes nothing then.
      if (step.tellings.length === 0 && step.logSeq === place.logSeq && step.ended === place.ended) return;
      this.#keep(sessionId, place, step);
      place = this.#place(sessionId);
    }
  }

  /** What is told of the next events. */
  async #step(sessionId: number, place: Place, header: TranscriptHeader): Promise<Step> {
    const change = lastChange(this.#sql);
    const saved = this.#saved(sessionId);
    const teller = await this.#teller(sessionId, place, header, saved);
    const tellings: KeptTelling[] = [];
    for (const event of await this.#changedOpen(sessionId, place, saved)) {
      tellings.push(...teller.again(event.logSeq as number, event));
    }
    const events = await this.#source.page(sessionId, place.logSeq, STEP);
    const results = new OwnResults();
    const decided = [...events.flatMap((event) => results.push(event)), ...results.end()];
    for (const { event, own } of decided) tellings.push(...teller.push(event.logSeq as number, event, own));
    const ends = events.length === 0 && !place.ended && !this.#mayGrow(sessionId);
    if (ends) tellings.push(...teller.finish(false, header.session.endedAt));
    return {
      sequence: place.sequence + tellings.length,
      logSeq: events.at(-1)?.logSeq ?? place.logSeq,
      change,
      ended: place.ended || ends,
      saved: bounded(teller.save()),
      tellings,
    };
  }

  async #teller(
    sessionId: number,
    { logSeq }: Place,
    header: TranscriptHeader,
    saved: SavedTeller<number> | undefined,
  ): Promise<Teller<number>> {
    const envelopes = new Envelopes<Event>(header, { digest: () => '' }, (event) => event);
    const [end] = saved?.end === undefined ? [] : await this.#source.events(sessionId, [saved.end]);
    return new Teller<number>({
      session: header.session,
      pieces: (event, parent) => envelopes.pieces(event, parent),
      ids: new ToldItems(this.#sql, sessionId, logSeq),
      ...(saved ? { saved } : {}),
      ...(end ? { end } : {}),
    });
  }

  /** Calls and requests that were open and have changed since. */
  async #changedOpen(
    sessionId: number,
    { change }: Place,
    saved: SavedTeller<number> | undefined,
  ): Promise<readonly Event[]> {
    const pending = saved?.pending.map(([, ref]) => ref) ?? [];
    const running = saved?.running.flatMap(([, calls]) => calls.map(({ ref }) => ref)) ?? [];
    const open = [...pending, ...running];
    const changed = open.length === 0 ? [] : changedAmong(this.#sql, sessionId, open, change);
    return changed.length === 0 ? [] : this.#source.events(sessionId, changed);
  }

  /** The agent may add to it as long as one of its files is there. */
  #mayGrow(sessionId: number): boolean {
    const row = this.#sql.get(
      `SELECT 1 FROM thread t JOIN input i ON i.id = t.input_id
       WHERE t.session_id = ? AND i.missing_since IS NULL`,
      sessionId,
    );
    return row !== undefined;
  }

  #place(sessionId: number): Place {
    const row = this.#sql.get(
      'SELECT sequence, log_seq, change, ended FROM universal_log WHERE session_id = ?',
      sessionId,
    );
    return {
      sequence: (row?.['sequence'] as number | undefined) ?? 0,
      logSeq: (row?.['log_seq'] as number | undefined) ?? 0,
      change: (row?.['change'] as number | undefined) ?? -1,
      ended: row?.['ended'] === 1,
    };
  }

  #saved(sessionId: number): SavedTeller<number> | undefined {
    const row = this.#sql.get('SELECT state FROM universal_log WHERE session_id = ?', sessionId);
    return row && unpackJson<SavedTeller<number>>(row['state'] as Uint8Array);
  }

  /** If another process went on meanwhile, or erased the session, what this one told is let go. */
  #keep(sessionId: number, before: Place, { saved, tellings, ...place }: Step): void {
    this.#sql.transaction(() => {
      const now = this.#place(sessionId);
      if (now.sequence !== before.sequence || now.logSeq !== before.logSeq || now.change !== before.change) return;
      if (!this.#sql.get('SELECT 1 FROM session WHERE id = ?', sessionId)) return;
      if (tellings.length > 0) this.#blocks.append(sessionId, before.sequence, tellings);
      this.#sql.run(
        `INSERT OR REPLACE INTO universal_log (session_id, sequence, log_seq, change, ended, state)
         VALUES (?, ?, ?, ?, ?, ?)`,
        sessionId,
        place.sequence,
        place.logSeq,
        place.change,
        place.ended ? 1 : 0,
        packJson(saved),
      );
    });
  }
}

/** The newest of what is open. */
function bounded(saved: SavedTeller<number>): SavedTeller<number> {
  return { ...saved, pending: saved.pending.slice(-MOST_OPEN), running: saved.running.slice(-MOST_OPEN) };
}
