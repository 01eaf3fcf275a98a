/**
 * The numbers of events. Events are numbered through the whole archive in the order in which it learns of them: small
 * steps between neighbours keep the search index small, and the newest have the highest numbers. What a thread adds at
 * one time is a run: numbers without a gap, beside logSeqs without a gap. Runs tell the session of a number, and the
 * numbers of a session.
 */
import type { SqlRow } from '@hansard/core';
import { integer, rowReader } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { counterOf } from '../counters.ts';

export interface Run {
  readonly first: number;
  readonly count: number;
  readonly sessionId: number;
  readonly threadId: number;
  /** logSeq of the first. */
  readonly seq: number;
}

/** At once; a page of events lies in a few. */
const RUNS_READ = 64;

export class EventRuns {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The next number that was never given. */
  next(): number {
    return (counterOf(this.#sql, 'event') ?? 0) + 1;
  }

  /** Adds numbers from `first` on to a thread. They join the run before where nothing lies between. */
  add(run: Run): void {
    if (run.count === 0) return;
    this.#sql.run("UPDATE counter SET value = ? WHERE name = 'event'", run.first + run.count - 1);
    const joined = this.#sql.run(
      'UPDATE run SET count = count + ? WHERE first + count = ? AND thread_id = ? AND seq + count = ? AND first = (SELECT max(first) FROM run)',
      run.count,
      run.first,
      run.threadId,
      run.seq,
    );
    if (joined.changes > 0) return;
    this.#sql.run(
      'INSERT INTO run (first, count, session_id, thread_id, seq) VALUES (?, ?, ?, ?, ?)',
      run.first,
      run.count,
      run.sessionId,
      run.threadId,
      run.seq,
    );
  }

  of(number: number): Run | undefined {
    const row = this.#sql.get('SELECT * FROM run WHERE first <= ? ORDER BY first DESC LIMIT 1', number);
    const run = row && toRun(row);
    return run && number < run.first + run.count ? run : undefined;
  }

  /** The runs of a session from a logSeq on, in order. */
  *ofSession(sessionId: number, fromSeq = 1): Iterable<Run> {
    const first = this.#sql.get(
      'SELECT * FROM run WHERE session_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1',
      sessionId,
      fromSeq,
    );
    // By itself: a page mostly lies in it, and one row is had in a tenth of the time of a list.
    const start = first && toRun(first);
    if (start && seqBehind(start) > fromSeq) yield start;
    let from = start ? start.seq + 1 : fromSeq;
    // A session that was followed while it was written has as many runs as it was looked at.
    for (;;) {
      const rows = this.#sql.all(
        'SELECT * FROM run WHERE session_id = ? AND seq >= ? ORDER BY seq LIMIT ?',
        sessionId,
        from,
        RUNS_READ,
      );
      const runs = rows.map(toRun);
      yield* runs;
      const last = runs.at(-1);
      if (!last || runs.length < RUNS_READ) return;
      from = last.seq + 1;
    }
  }

  ofThread(threadId: number): Run[] {
    return this.#sql.all('SELECT * FROM run WHERE thread_id = ? ORDER BY seq', threadId).map(toRun);
  }
}

const seqBehind = ({ seq, count }: Run): number => seq + count;

export const seqIn = ({ first, seq }: Run, number: number): number => seq + (number - first);

const readRun = rowReader({
  first: integer,
  count: integer,
  session_id: integer,
  thread_id: integer,
  seq: integer,
});

function toRun(row: SqlRow): Run {
  const { session_id: sessionId, thread_id: threadId, ...same } = readRun(row);
  return { ...same, sessionId, threadId };
}
