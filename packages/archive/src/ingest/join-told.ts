/**
 * Brings the rows of events that several inputs tell of in step with what they tell together: columns, words, tokens and
 * times. It is made from all accounts at once, so the order in which the inputs came tells nothing. What is left to be
 * done is in the database: whoever was interrupted goes on with the next sync.
 */
import type { Archive } from '../archive.ts';
import type { JoinedAccounts } from '../sqlite/reading/join-accounts.ts';
import { nameSession } from '../sqlite/sessions/name-session.ts';
import { unjoined } from '../sqlite/sessions/waiting.ts';
import { alignTold } from './align-told.ts';
import { indexWritten } from './index-written.ts';
import { blankReturned } from './shared-inputs.ts';

/** An event whose accounts have changed, with what they tell now. */
export interface JoinedEvent {
  readonly number: number;
  /** Which of its changes has been looked at. */
  readonly change: number;
  readonly joined: JoinedAccounts | undefined;
}

/** Events that are read before they are written. */
const BATCH = 256;
/** An archive from before the index has all of its edits to go through: a sync does some, `blame` does the rest. */
const MOST_WRITTEN = 4096;

export async function joinTold(archive: Archive, { quietly = false } = {}): Promise<void> {
  await blankReturned(archive);
  await alignTold(archive);
  const sessions = new Set<number>();
  let after = 0;
  for (;;) {
    const waiting = unjoined(archive.sql, after, BATCH);
    const last = waiting.at(-1);
    if (!last) break;
    after = last.event;
    const events: JoinedEvent[] = [];
    for (const { event: number, change } of waiting) {
      events.push({ number, change, joined: await archive.events.accounts(number) });
    }
    const { committer } = archive;
    const write = () => committer.join(events, { textOf: (number) => archive.events.textOf(number) });
    const touched = quietly ? committer.events.quietly(write) : write();
    for (const session of touched) sessions.add(session);
  }
  for (const session of sessions) await nameSession(archive, session);
  await indexWritten(archive, MOST_WRITTEN);
}
