/** How sessions hang together: where one comes from, how many come from it, and what tells its id from others. */
import type { SessionId, SessionKin } from '@hansard/core/store/sessions.ts';
import { integer, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { shortIds } from './short-ids.ts';

const readKin = rowReader({ uuid: text, children: integer, origin: textOrNull });

/** Those that come from a session are counted for all of the list in one go: there is no index for it. */
export function kinOf(sql: Sql, ids: readonly SessionId[]): SessionKin[] {
  const rows = sql.all(
    `WITH listed AS (
       SELECT id, uuid, agent, native_id, lineage_of FROM session WHERE uuid IN (SELECT value FROM json_each(?))),
     heirs AS (
       SELECT lineage_of AS origin, agent, count(*) AS children FROM session
       WHERE lineage_of IN (SELECT native_id FROM listed) AND lineage_of IS NOT native_id GROUP BY 1, 2)
     SELECT s.uuid, coalesce(h.children, 0) AS children,
       (SELECT o.uuid FROM session o WHERE o.native_id = s.lineage_of AND o.agent = s.agent AND o.id <> s.id) AS origin
     FROM listed s LEFT JOIN heirs h ON h.origin = s.native_id AND h.agent = s.agent`,
    JSON.stringify(ids),
  );
  const short = shortIds(sql, ids);
  const kin = new Map(rows.map(readKin).map(({ uuid, ...row }) => [uuid, row]));
  return ids.flatMap((id) => {
    const row = kin.get(id);
    return row ? [{ id, shortId: short.get(id) ?? id, ...row }] : [];
  });
}
