/** The reading contract on an archive: one file for each of its parts. */
import type { Store } from '@hansard/core/store/store.ts';
import type { Archive } from '../archive.ts';
import { ChangeWatch } from './change-watch.ts';
import { SessionIds } from './session-ids.ts';
import { storeChanges } from './store-changes.ts';
import { type OpenDocument, SqliteEvents } from './store-events.ts';
import { storeJournal } from './store-journal.ts';
import { storeNumbers } from './store-numbers.ts';
import { storeRuns } from './store-runs.ts';
import { storeSearch } from './store-search.ts';
import { storeSessions } from './store-sessions.ts';
import { storeUniversal } from './store-universal.ts';
import { storeViews } from './store-views.ts';

export interface SqliteStore extends Store {
  readonly journal: NonNullable<Store['journal']>;
  readonly runs: NonNullable<Store['runs']>;
  /** Tells those who watch that this process has written. */
  written(): void;
}

/** `documents` reads a session as one document, which takes more than its tables. */
export function sqliteStore(archive: Archive, documents: OpenDocument): SqliteStore {
  const { sql, home, search, journal, views } = archive;
  const ids = new SessionIds(sql);
  const watch = new ChangeWatch(home, sql);
  const events = new SqliteEvents(archive, ids, documents);
  const written = () => watch.tell();
  return {
    sessions: storeSessions(sql, ids, home),
    events,
    universal: storeUniversal(sql, ids, events),
    search: storeSearch(sql, search, ids, events),
    numbers: storeNumbers(sql, ids),
    views: storeViews(sql, ids),
    changes: storeChanges(sql, ids, watch),
    runs: storeRuns(archive, written),
    journal: storeJournal({ sql, home, journal, views, written }),
    written,
  };
}
