/** Finds the event of a session that somebody means: by its id, or by its number in the session (`logSeq`). */
import { Failure } from '@hansard/core';
import type { Archive } from '../archive.ts';
import { EventRuns } from '../events/event-runs.ts';

/** The event's id. */
export function findEvent({ sql, committer }: Archive, sessionId: number, selector: string): string {
  if (committer.events.find(sessionId, selector)) return selector;
  const logSeq = /^#?(\d{1,15})$/.exec(selector)?.[1];
  const number = logSeq && numberAt(new EventRuns(sql), sessionId, Number(logSeq));
  const row = number ? sql.get('SELECT key FROM event WHERE id = ?', number) : undefined;
  if (row) return row['key'] as string;
  throw new Failure('unknown-event', `The session has no event "${selector}".`);
}

function numberAt(runs: EventRuns, sessionId: number, logSeq: number): number | undefined {
  for (const { first, seq, count } of runs.ofSession(sessionId, logSeq)) {
    return logSeq >= seq && logSeq < seq + count ? first + (logSeq - seq) : undefined;
  }
  return undefined;
}
