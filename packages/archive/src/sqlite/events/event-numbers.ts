/** The numbers that events of a session have in the archive, by their numbers in the session. */
import type { Sql } from '../../database/sql.ts';
import { EventRuns, type Run, seqIn } from './event-runs.ts';

/** By logSeq; those that are not there are not in it. */
export function numbersBySeq(sql: Sql, sessionId: number, logSeqs: readonly number[]): Map<number, number> {
  const runs = [...new EventRuns(sql).ofSession(sessionId)];
  const numbers = new Map<number, number>();
  for (const logSeq of logSeqs) {
    const run = runAt(runs, logSeq);
    if (run && logSeq >= run.seq && logSeq < run.seq + run.count) numbers.set(logSeq, run.first + (logSeq - run.seq));
  }
  return numbers;
}

/** The other way round, for one. */
export function logSeqOf(sql: Sql, number: number): number | undefined {
  const run = new EventRuns(sql).of(number);
  return run && seqIn(run, number);
}

/** The last that begins at or before it. */
function runAt(runs: readonly Run[], logSeq: number): Run | undefined {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle] as Run).seq <= logSeq) low = middle + 1;
    else high = middle;
  }
  return runs[low - 1];
}
