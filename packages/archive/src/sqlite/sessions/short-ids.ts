/** Ids of sessions, as short as they can be without standing for two. */
import type { Sql } from '../../database/sql.ts';

/** Up to the first dash of a UUID, then up to the next ones. */
const LENGTHS = [8, 13, 18, 23];

export function shortIds(sql: Sql, uuids: readonly string[]): Map<string, string> {
  return new Map(uuids.map((uuid) => [uuid, shortId(sql, uuid)]));
}

function shortId(sql: Sql, uuid: string): string {
  for (const length of LENGTHS) {
    const prefix = uuid.slice(0, length);
    // Everything that begins so is sorted before the prefix with a character behind all hex digits.
    const rows = sql.all('SELECT 1 FROM session WHERE uuid >= ? AND uuid < ? LIMIT 2', prefix, `${prefix}g`);
    if (rows.length < 2) return prefix;
  }
  return uuid;
}
