/** Copies of the archive that an earlier program has made lack what came later. */
import type { Sql } from './sql.ts';

export function hasTable(sql: Sql, name: string): boolean {
  return sql.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name) !== undefined;
}

export function hasColumn(sql: Sql, table: string, column: string): boolean {
  return sql.get('SELECT 1 FROM pragma_table_info(?) WHERE name = ?', table, column) !== undefined;
}
