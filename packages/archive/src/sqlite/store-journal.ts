/** The journal of the contract: it is kept by keys of sessions, which outlive their rows. */
import { Failure } from '@hansard/core';
import type { StoreJournal } from '@hansard/core/store/journal.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import { rowReader, text } from '../database/row-shape.ts';
import type { Sql } from '../database/sql.ts';
import type { Journal, Note } from './journal/journal.ts';
import type { SavedViews } from './journal/saved-views.ts';
import { adoptViewsFile } from './journal/views-file.ts';

export interface JournalSources {
  readonly sql: Sql;
  readonly home: string;
  readonly journal: Journal;
  readonly views: SavedViews;
  /** Called after something was written. */
  readonly written: () => void;
}

const readKey = rowReader({ key: text });
const readId = rowReader({ uuid: text });
const TAGGED = 'SELECT uuid FROM session WHERE key IN (SELECT session_key FROM tag) ORDER BY key';

export function storeJournal({ sql, home, journal, views, written }: JournalSources): StoreJournal {
  const keyOf = (session: SessionId): string => {
    const row = sql.get('SELECT key FROM session WHERE uuid = ?', session);
    if (row) return readKey(row).key;
    throw new Failure('unknown-session', 'The session is no longer there.');
  };
  const wrote = <T>(result: T, isNew = true): T => {
    if (isNew) written();
    return result;
  };
  const told = (isNew: boolean) => wrote(isNew, isNew);
  const known = (): SavedViews => {
    adoptViewsFile(home, views);
    return views;
  };
  return {
    tags: async (session) => journal.tags(keyOf(session)),
    tagged: async () => sql.all(TAGGED).map((row) => readId(row).uuid),
    allTags: async () => journal.allTags(),
    tag: async (session, tag, now) => told(journal.tag(keyOf(session), tag, now)),
    untag: async (session, tag) => told(journal.untag(keyOf(session), tag)),
    star: async (session, now) => told(journal.star(keyOf(session), now)),
    unstar: async (session) => told(journal.unstar(keyOf(session))),
    notes: async (session) => journal.notes(keyOf(session)).map(noteOf),
    addNote: async (session, eventId, note, now) => wrote(noteOf(journal.addNote(keyOf(session), eventId, note, now))),
    removeNote: async (session, note) => {
      const key = keyOf(session);
      if (!journal.notes(key).some(({ id }) => id === note)) return false;
      journal.removeNote(key, note);
      return wrote(true);
    },
    views: async () => known().list(),
    keepView: async (view) => wrote(known().keep(view)),
    removeView: async (name) => wrote(known().remove(name)),
  };
}

const noteOf = ({ id, eventKey, text: words, written }: Note) => ({ id, eventId: eventKey, text: words, written });
