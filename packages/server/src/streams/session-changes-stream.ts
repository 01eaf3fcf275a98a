/**
 * Sessions that are new or have grown, by the numbers of the events that they got; and how often something was removed for
 * good, at first and whenever it happens: whoever shows what is gone has to look again, also after having been away.
 */
import { listSessions, type Sql, summariesOf } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { App } from '../app.ts';
import type { Follower } from './follow.ts';
import type { Sender } from './send.ts';

/** A session that grows all the time is told of a few times a second. */
const PAUSE_MS = 250;

export class SessionChangesStream implements Follower {
  readonly pauseMs = PAUSE_MS;
  readonly #app: App;
  /** Number of the last event that the reader knows of. */
  #last: number;
  #isBegun = false;
  #removals: number | undefined;

  constructor(app: App, last: number | undefined) {
    this.#app = app;
    this.#last = last ?? lastEvent(app.archive.sql);
  }

  async catchUp(sender: Sender): Promise<boolean> {
    const { sql } = this.#app.archive;
    // Whoever is cut off before anything has happened knows where to go on.
    if (!this.#isBegun) await sender.write(`id: ${this.#last}\n\n`);
    this.#isBegun = true;
    const removals = removalsFrom(sql);
    if (removals !== this.#removals) await sender.write(`event: removals\ndata: {"removals":${removals}}\n\n`);
    this.#removals = removals;
    const last = lastEvent(sql);
    if (last === this.#last) return true;
    const frames = await this.#frames(grownSessions(sql, this.#last));
    // Only the last has a number: whoever is cut off before it gets all of them again.
    for (const [at, frame] of frames.entries()) {
      await sender.write(at === frames.length - 1 ? `id: ${last}\n${frame}` : frame);
    }
    this.#last = last;
    return true;
  }

  async #frames(ids: readonly number[]): Promise<string[]> {
    const { archive, prices } = this.#app;
    const where = 'session.id IN (SELECT value FROM json_each(?))';
    const listed = listSessions(archive, { where, parameters: [JSON.stringify(ids)] });
    const summaries = summariesOf(archive.sql, listed, { prices, now: Date.now() });
    const frames: string[] = [];
    for (const [at, { id }] of listed.entries()) {
      const summary = await this.#mayLeave(id, summaries[at]);
      if (summary) frames.push(`event: session\ndata: ${JSON.stringify(summary)}\n\n`);
    }
    return frames;
  }

  /** Undefined for a session that the profile does not cover: it is not there for others. */
  async #mayLeave<T>(sessionId: number, summary: T): Promise<T | undefined> {
    try {
      return await this.#app.content.answer(sessionId, summary);
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  }
}

function lastEvent(sql: Sql): number {
  return sql.get("SELECT value FROM counter WHERE name = 'event'")?.['value'] as number;
}

/** Sessions with events behind a number. Runs are in the order of numbers: only new ones are looked at. */
function grownSessions(sql: Sql, last: number): number[] {
  const rows = sql.all(
    `SELECT DISTINCT session_id FROM run
     WHERE first >= coalesce((SELECT max(first) FROM run WHERE first <= ?1), 0) AND first + count - 1 > ?1`,
    last,
  );
  return rows.map((row) => row['session_id'] as number);
}

/** Sessions that were erased and secrets that were removed leave a hash each. */
function removalsFrom(sql: Sql): number {
  return sql.get('SELECT (SELECT count(*) FROM erased) + (SELECT count(*) FROM scrubbed) AS n')?.['n'] as number;
}
