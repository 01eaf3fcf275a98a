/** The machines whose sessions are in the archive: this one, and those whose backups were taken over. */
import { columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const readMachine = rowReader({ id: integer, key: text, name: text });
const key = columnOf('key', text);

export type Machine = ReturnType<typeof readMachine>;

export function machines(sql: Sql): Machine[] {
  return sql.all('SELECT id, key, name FROM machine ORDER BY id').map(readMachine);
}

/** What makes hashes of this archive its own. */
export function machineKey(sql: Sql, machine: number): string {
  return key(sql.get('SELECT key FROM machine WHERE id = ?', machine) ?? {});
}

/** The machine of that key, made if need be; it keeps a name that it has. */
export function knowMachine(sql: Sql, machineKey: string, name: string): Machine {
  sql.run('INSERT OR IGNORE INTO machine (key, name) VALUES (?, ?)', machineKey, name);
  return readMachine(sql.get('SELECT id, key, name FROM machine WHERE key = ?', machineKey) ?? {});
}

/** One without a name gets this one. */
export function nameMachine(sql: Sql, machine: number, name: string): void {
  sql.run("UPDATE machine SET name = ? WHERE id = ? AND name = ''", name, machine);
}
