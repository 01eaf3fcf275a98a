/** What retention goes by: how old sessions are, what they take, and how large the database is. */
import { columnOf, integer, integerOrNull, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const readRemovable = rowReader({ key: text, packed: integer });
const latest = columnOf('value', integerOrNull);

/**
 * Sessions in which nothing has happened since, and that nobody has marked; the oldest first. `packed`: bytes of its originals
 * that nothing else holds.
 */
export function removableSessions(sql: Sql, before: number): ReturnType<typeof readRemovable>[] {
  const rows = sql.all(
    `SELECT s.key, coalesce(s.ended, s.started, unixepoch(max(coalesce(i.modified, i.first_seen))) * 1000) AS last,
       (SELECT coalesce(sum(length(b.data)), 0) FROM thread o JOIN version v ON v.input_id = o.input_id
          JOIN manifest m ON m.version_id = v.id JOIN block b ON b.id = m.block_id
        WHERE o.session_id = s.id AND b.uses = 1) AS packed
     FROM session s LEFT JOIN thread t ON t.session_id = s.id LEFT JOIN input i ON i.id = t.input_id
       JOIN known_session k ON k.key = s.key
     WHERE k.starred IS NULL AND NOT EXISTS (SELECT 1 FROM tag WHERE session_key = s.key)
       AND NOT EXISTS (SELECT 1 FROM note WHERE session_key = s.key)
     GROUP BY s.id HAVING last < ? ORDER BY last, s.id`,
    before,
  );
  return rows.map(readRemovable);
}

/** The end of the session that ended last; null when none has. */
export function lastEnd(sql: Sql): number | null {
  return latest(sql.get('SELECT max(ended) AS value FROM session') ?? { value: null });
}

export interface FileSpace {
  /** Bytes of the file. */
  readonly bytes: number;
  /** Of these, free for reuse. */
  readonly free: number;
}

export function fileSpace(sql: Sql): FileSpace {
  const pragma = (name: string) => columnOf(name, integer)(sql.get(`PRAGMA ${name}`) ?? {});
  const page = pragma('page_size');
  return { bytes: pragma('page_count') * page, free: pragma('freelist_count') * page };
}
