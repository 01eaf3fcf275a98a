/** Joins the journal of a backup with the archive's: what is said in either holds; nothing is said twice. */

import type { Archive } from '../../archive.ts';
import { columnOf, integer, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import { LINK_COLUMNS } from '../git/link-rows.ts';
import { isErasedKey } from '../journal/erasures.ts';
import { SavedViews } from '../journal/saved-views.ts';
import type { Backup } from '../opening/open-backup.ts';

export interface JournalMerged {
  readonly tags: number;
  readonly notes: number;
  readonly stars: number;
  readonly shared: number;
  readonly views: number;
  readonly links: number;
}

export function mergeJournal(archive: Archive, backup: Backup): JournalMerged {
  return archive.sql.transaction(() => {
    const stars = mergeSessions(archive, backup);
    const copy = (table: string, columns: readonly string[]) => copyRows(archive, backup, table, columns);
    return {
      stars,
      tags: copy('tag', ['session_key', 'tag', 'added']),
      notes: copy('note', ['id', 'session_key', 'event_key', 'text', 'written']),
      shared: copy('shared', [
        'id',
        'session_key',
        'generation',
        'at',
        'destination',
        'format',
        'profile',
        'last_seq',
        'hash',
        'receipt',
      ]),
      links: copy('git_link', LINK_COLUMNS),
      // Under a name that is taken here, the view that is here stays.
      views: archive.views.add(new SavedViews(backup.sql).list()),
    };
  });
}

const readKnown = rowReader({ key: text, uuid: text, generation: integer, starred: textOrNull });
const sessionKeyOf = columnOf('session_key', text);

/** Sessions that are new here get the next numbers and keep their ids. Gives how many were starred by this. */
function mergeSessions({ sql, erasures }: Archive, backup: Backup): number {
  let stars = 0;
  const rows = backup.sql.all('SELECT key, uuid, generation, starred FROM known_session ORDER BY number');
  for (const { key, uuid, generation, starred } of rows.map(readKnown)) {
    if (isErasedKey(key) || erasures.find(erasures.ofSession(key)) !== undefined) continue;
    sql.run(
      `INSERT INTO known_session (key, number, uuid)
       SELECT ?1, (SELECT value + 1 FROM counter WHERE name = 'session'), ?2
       WHERE NOT EXISTS (SELECT 1 FROM known_session WHERE key IN (?1, ?3) OR uuid = ?2)`,
      key,
      uuid,
      erasures.erasedKey(key),
    );
    sql.run("UPDATE counter SET value = max(value, (SELECT max(number) FROM known_session)) WHERE name = 'session'");
    sql.run('UPDATE known_session SET generation = max(generation, ?) WHERE key = ?', generation, key);
    stars += sql.run(
      'UPDATE known_session SET starred = ? WHERE key = ? AND starred IS NULL AND ? IS NOT NULL',
      starred,
      key,
      starred,
    ).changes;
  }
  return stars;
}

/** Rows about sessions that were not erased here. */
function copyRows({ sql, erasures }: Archive, backup: Backup, table: string, columns: readonly string[]): number {
  const list = columns.join(', ');
  const insert = `INSERT OR IGNORE INTO ${table} (${list}) VALUES (${columns.map(() => '?').join(', ')})`;
  let added = 0;
  for (const row of backup.sql.all(`SELECT ${list} FROM ${table}`)) {
    const key = sessionKeyOf(row);
    if (isErasedKey(key) || erasures.find(erasures.ofSession(key)) !== undefined) continue;
    added += sql.run(insert, ...columns.map((column) => row[column] ?? null)).changes;
  }
  return added;
}
