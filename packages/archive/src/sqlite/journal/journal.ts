/**
 * What people say about sessions: tags, notes and stars. It is kept by the session's key, apart from everything that is
 * read from originals, so that a rebuild leaves it alone; backups hold it, and erasing a session takes it away.
 */
import { randomUUID } from 'node:crypto';
import { Failure, type SqlRow } from '@hansard/core';
import { tagOf } from '@hansard/core/query/tag-of.ts';
import { columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { noteRow } from '../tables.ts';

export interface Note {
  readonly id: string;
  readonly sessionKey: string;
  /** The event it is about; null when it is about the session. */
  readonly eventKey: string | null;
  readonly text: string;
  /** RFC 3339. */
  readonly written: string;
}

export interface TagCount {
  readonly tag: string;
  readonly sessions: number;
}

const MAX_NOTE = 64 * 1024;
const readTag = rowReader({ tag: text, sessions: integer });

export class Journal {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  tags(sessionKey: string): string[] {
    const rows = this.#sql.all('SELECT tag FROM tag WHERE session_key = ? ORDER BY tag', sessionKey);
    return rows.map(columnOf('tag', text));
  }

  /** Every tag in use, the commonest first. */
  allTags(): TagCount[] {
    const rows = this.#sql.all('SELECT tag, count(*) AS sessions FROM tag GROUP BY tag ORDER BY sessions DESC, tag');
    return rows.map(readTag);
  }

  /** Whether it is new. */
  tag(sessionKey: string, tag: string, now: string): boolean {
    const run = () =>
      this.#sql.run(
        'INSERT OR IGNORE INTO tag (session_key, tag, added) VALUES (?, ?, ?)',
        sessionKey,
        tagOf(tag),
        now,
      );
    return this.#sql.transaction(run).changes > 0;
  }

  /** Whether it was there. */
  untag(sessionKey: string, tag: string): boolean {
    const run = () => this.#sql.run('DELETE FROM tag WHERE session_key = ? AND tag = ?', sessionKey, tagOf(tag));
    return this.#sql.transaction(run).changes > 0;
  }

  /** The notes on a session and its events, or all, in the order in which they were written. */
  notes(sessionKey?: string): Note[] {
    const rows =
      sessionKey === undefined
        ? this.#sql.all('SELECT * FROM note ORDER BY written, id')
        : this.#sql.all('SELECT * FROM note WHERE session_key = ? ORDER BY written, id', sessionKey);
    return rows.map(toNote);
  }

  addNote(sessionKey: string, eventKey: string | null, text: string, now: string): Note {
    if (text.trim() === '') throw new Failure('bad-argument', 'The note is empty.');
    if (text.length > MAX_NOTE) throw new Failure('bad-argument', `A note has at most ${MAX_NOTE} characters.`);
    const note = { id: randomUUID(), sessionKey, eventKey, text, written: now };
    this.#sql.transaction(() =>
      this.#sql.run(
        'INSERT INTO note (id, session_key, event_key, text, written) VALUES (?, ?, ?, ?, ?)',
        note.id,
        sessionKey,
        eventKey,
        text,
        now,
      ),
    );
    return note;
  }

  /** Takes the note of a session away whose id begins so. */
  removeNote(sessionKey: string, id: string): Note {
    const found = this.notes(sessionKey).filter((note) => id !== '' && note.id.startsWith(id.toLowerCase()));
    if (found.length !== 1) {
      const message = found.length === 0 ? 'has no note' : 'has several notes';
      throw new Failure('bad-argument', `The session ${message} whose id begins with "${id}".`, {
        remedy: 'Give more of the id; `hansard note SESSION list` shows them.',
      });
    }
    const [note] = found as [Note];
    this.#sql.transaction(() => this.#sql.run('DELETE FROM note WHERE id = ?', note.id));
    return note;
  }

  /** Whether it was not starred before. */
  star(sessionKey: string, now: string): boolean {
    const run = () =>
      this.#sql.run('UPDATE known_session SET starred = ? WHERE key = ? AND starred IS NULL', now, sessionKey);
    return this.#sql.transaction(run).changes > 0;
  }

  /** Whether it was starred. */
  unstar(sessionKey: string): boolean {
    const run = () =>
      this.#sql.run('UPDATE known_session SET starred = NULL WHERE key = ? AND starred IS NOT NULL', sessionKey);
    return this.#sql.transaction(run).changes > 0;
  }

  starred(): string[] {
    const rows = this.#sql.all('SELECT key FROM known_session WHERE starred IS NOT NULL ORDER BY starred DESC');
    return rows.map(columnOf('key', text));
  }
}

function toNote(row: SqlRow): Note {
  const { session_key: sessionKey, event_key: eventKey, ...same } = noteRow(row);
  return { ...same, sessionKey, eventKey };
}
