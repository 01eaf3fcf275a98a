/** The search index: the words of events, by their numbers. */
import type { IndexText } from '@hansard/core/words/index-text.ts';
import type { Sql } from '../../database/sql.ts';

export function removeText(sql: Sql, event: number): void {
  sql.run('DELETE FROM event_text WHERE rowid = ?', event);
}

/** The index has no text of the event. */
export function addText(sql: Sql, event: number, { body, parts }: IndexText): void {
  sql.run('INSERT INTO event_text (rowid, body, parts) VALUES (?, ?, ?)', event, body, parts);
}

/**
 * A large piece is merged when sixteen of its size are there, as the index does at the latest, and not when four are: a
 * first sync would write the index three times over. Telling the index to merge again makes it write what it has gathered.
 */
export function withoutMerging(sql: Sql, write: () => void): void {
  // Written out: Node binds numbers as floating point, which the index does not take.
  const merge = (pieces: number) =>
    sql.run(`INSERT INTO event_text (event_text, rank) VALUES ('automerge', ${pieces})`);
  merge(0);
  write();
  merge(BY_DEFAULT);
}

/** FTS5's own. */
const BY_DEFAULT = 4;
