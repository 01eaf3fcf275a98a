/** Inputs of runs: which of them have changed since their run was described, and which make up a run. */
import { integer, integerOrNull, rowReader, type Shaped, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

export interface UnreadInput {
  readonly id: number;
  readonly machine: number;
  readonly path: string;
  readonly change: number;
}

export function unreadInputs(sql: Sql): UnreadInput[] {
  const rows = sql.all(
    `SELECT u.input_id AS id, i.machine_id AS machine, i.path, u.change
     FROM unread_run u JOIN input i ON i.id = u.input_id ORDER BY i.machine_id, i.path`,
  );
  return rows.map(rowReader({ id: integer, machine: integer, path: text, change: integer }));
}

export const hasUnread = (sql: Sql): boolean => sql.get('SELECT 1 FROM unread_run LIMIT 1') !== undefined;

/** More may have come meanwhile: whoever noted that looks at it again. */
export function forgetUnread(sql: Sql, inputs: Iterable<UnreadInput>): void {
  for (const { id, change } of inputs) {
    sql.run('DELETE FROM unread_run WHERE input_id = ? AND change = ?', id, change);
  }
}

/** All inputs of runs are to be read again. */
export function markAllUnread(sql: Sql): void {
  sql.run("INSERT OR IGNORE INTO unread_run (input_id) SELECT id FROM input WHERE agent = 'run'");
}

const INPUT = {
  id: integer,
  path: text,
  size: integerOrNull,
  version_id: integerOrNull,
  versions: integer,
  hash: textOrNull,
  known: integerOrNull,
  bytes: integerOrNull,
  now: integerOrNull,
  session_id: integerOrNull,
};
export type RunInput = Shaped<typeof INPUT>;
const readInput = rowReader(INPUT);

/** Every input below a folder, with its newest version, and the hash where that is known of this version. */
export function inputsBelow(sql: Sql, machine: number, folder: string, separator: string): RunInput[] {
  const rows = sql.all(
    `SELECT i.id, i.path, i.size, v.id AS version_id, coalesce(v.number, 0) AS versions, f.hash, f.version_id AS known, f.bytes,
       v.bytes AS now,
       (SELECT session_id FROM thread WHERE input_id = i.id ORDER BY id LIMIT 1) AS session_id
     FROM input i
     LEFT JOIN version v ON v.id = (SELECT id FROM version WHERE input_id = i.id ORDER BY number DESC LIMIT 1)
     LEFT JOIN flow_run_file f ON f.input_id = i.id
     WHERE i.machine_id = ? AND i.path > ? AND i.path < ? AND i.part = '' AND i.agent = 'run'
     ORDER BY i.path`,
    machine,
    `${folder}${separator}`,
    `${folder}${String.fromCharCode(separator.charCodeAt(0) + 1)}`,
  );
  return rows.map(readInput);
}

/** The folder of a run that is known, around a path. */
export function folderAround(sql: Sql, machine: number, path: string): string | undefined {
  for (let at = lastSlash(path); at > 0; at = lastSlash(path.slice(0, at))) {
    const folder = path.slice(0, at);
    if (sql.get('SELECT 1 FROM flow_run WHERE machine_id = ? AND folder = ?', machine, folder)) return folder;
  }
  return undefined;
}

const lastSlash = (path: string): number => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
