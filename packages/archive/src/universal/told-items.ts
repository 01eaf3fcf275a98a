/** Which items of a session were told: those of this reading by their ids, earlier ones by their rows. */
import type { ToldIds } from '@hansard/core/formats/universal/recent-ids.ts';
import type { Sql } from '../database/sql.ts';
import { EventRuns, seqIn } from '../events/event-runs.ts';

/** Told in words of their own, or as an item only when they came out of order. */
const NO_ITEMS: ReadonlySet<string> = new Set(['turn', 'session', 'permission', 'question', 'error', 'unparsed']);

export class ToldItems implements ToldIds {
  readonly #sql: Sql;
  readonly #runs: EventRuns;
  readonly #sessionId: number;
  readonly #logSeq: number;
  readonly #ids = new Set<string>();

  /** Up to `logSeq` everything was told before. */
  constructor(sql: Sql, sessionId: number, logSeq: number) {
    this.#sql = sql;
    this.#runs = new EventRuns(sql);
    this.#sessionId = sessionId;
    this.#logSeq = logSeq;
  }

  add(id: string): void {
    this.#ids.add(id);
  }

  keep(id: string): void {
    this.#ids.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id) || this.#isEarlier(id);
  }

  #isEarlier(id: string): boolean {
    const rows = this.#sql.all('SELECT e.id, n.text FROM event e JOIN name n ON n.id = e.type WHERE e.key = ?', id);
    return rows.some(({ id: number, text }) => {
      const run = this.#runs.of(number as number);
      return (
        run?.sessionId === this.#sessionId &&
        seqIn(run, number as number) <= this.#logSeq &&
        !NO_ITEMS.has(text as string)
      );
    });
  }
}
