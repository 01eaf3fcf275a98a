/** Empties a search index that is damaged, so that a rebuild can write it again; writing into it would fail. */
import type { Sql } from '../../database/sql.ts';

/** Whether it had to. */
export function emptyDamagedIndex(sql: Sql): boolean {
  if (isWhole(sql)) return false;
  sql.transaction(() => sql.run("INSERT INTO event_text (event_text) VALUES ('delete-all')"));
  return true;
}

function isWhole(sql: Sql): boolean {
  try {
    sql.run("INSERT INTO event_text (event_text) VALUES ('integrity-check')");
    return true;
  } catch {
    return false;
  }
}
