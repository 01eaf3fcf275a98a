/**
 * The reading contract: everything that the server, the page, MCP and the command ask about sessions. It is types alone.
 * `archive` implements it on SQLite, the hub on PostgreSQL, tests in memory; one suite (`testing/store-contract`) runs on
 * all of them. Every answer is a promise, so that a database on another machine can give it; an answer for many events is
 * one promise, never one for each. Nothing here is a row of some table, a condition as text, or a number of some table.
 *
 * A session that is not there, or no longer, is no failure: lists leave it out, single answers are undefined.
 */
import type { StoreChanges } from './changes.ts';
import type { StoreEvents } from './events.ts';
import type { StoreJournal } from './journal.ts';
import type { StoreNumbers } from './numbers.ts';
import type { StoreRuns } from './runs.ts';
import type { StoreSearch } from './search.ts';
import type { StoreSessions } from './sessions.ts';
import type { StoreUniversal } from './universal.ts';
import type { StoreViews } from './views.ts';

export interface Store {
  readonly sessions: StoreSessions;
  readonly events: StoreEvents;
  readonly universal: StoreUniversal;
  readonly search: StoreSearch;
  readonly numbers: StoreNumbers;
  readonly views: StoreViews;
  readonly changes: StoreChanges;
  /** What people say about sessions. A store that keeps none leaves it out, and routes about it answer 501. */
  readonly journal?: StoreJournal | undefined;
  /** Runs of flows. A store that keeps none leaves it out, and routes about them answer 501. */
  readonly runs?: StoreRuns | undefined;
}
