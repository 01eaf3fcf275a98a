/**
 * What people say about sessions (tags, notes, stars), and views that they keep. It is written, too: an optional part of
 * a store, which a session that is not there makes fail with `unknown-session`.
 */
import type { SessionId } from './sessions.ts';

export interface StoreJournal {
  tags(session: SessionId): Promise<readonly string[]>;
  /** Sessions with tags. */
  tagged(): Promise<readonly SessionId[]>;
  /** Every tag in use, the commonest first. */
  allTags(): Promise<readonly TagCount[]>;
  /** Whether it is new. Fails with `bad-argument` for what is no tag. */
  tag(session: SessionId, tag: string, now: string): Promise<boolean>;
  /** Whether it was there. */
  untag(session: SessionId, tag: string): Promise<boolean>;
  /** Whether it was not starred before. */
  star(session: SessionId, now: string): Promise<boolean>;
  /** Whether it was starred. */
  unstar(session: SessionId): Promise<boolean>;
  /** In the order in which they were written. */
  notes(session: SessionId): Promise<readonly Note[]>;
  /** About an event, or with null about the session. Fails with `bad-argument` for a note that is empty or too long. */
  addNote(session: SessionId, eventId: string | null, text: string, now: string): Promise<Note>;
  /** Whether there was such a note. */
  removeNote(session: SessionId, note: string): Promise<boolean>;
  /** By name. */
  views(): Promise<readonly SavedView[]>;
  /** Under a name that is taken, the view that was there is replaced. Gives all of them. */
  keepView(view: SavedView): Promise<readonly SavedView[]>;
  removeView(name: string): Promise<readonly SavedView[]>;
}

export interface TagCount {
  readonly tag: string;
  readonly sessions: number;
}

export interface Note {
  readonly id: string;
  /** The event it is about; null when it is about the session. */
  readonly eventId: string | null;
  readonly text: string;
  /** RFC 3339. */
  readonly written: string;
}

export interface SavedView {
  readonly name: string;
  /** Path and query in the page. */
  readonly address: string;
}
