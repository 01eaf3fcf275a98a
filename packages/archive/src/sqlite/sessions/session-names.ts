/** What sessions are called. */
import type { SessionId, SessionName } from '@hansard/core/store/sessions.ts';
import { integer, integerOrNull, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const readRow = rowReader({
  id: integer,
  uuid: text,
  native_id: textOrNull,
  agent: text,
  project: textOrNull,
  title: textOrNull,
  started: integerOrNull,
});

export function sessionNames(sql: Sql, ids: readonly SessionId[]): SessionName[] {
  const rows = sql.all(
    `SELECT id, uuid, native_id, agent, project, coalesce(title, first_words) AS title, started FROM session
     WHERE uuid IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
  return rows.map(readRow).map(({ id, uuid, native_id: nativeId, started, ...row }) => ({
    ...row,
    id: uuid,
    number: id,
    nativeId,
    startedAt: timeText(started),
  }));
}

/** RFC 3339 of milliseconds since 1970. */
export const timeText = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
