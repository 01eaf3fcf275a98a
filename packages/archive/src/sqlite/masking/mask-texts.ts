/**
 * Takes what was removed out of every text in the tables: what people wrote, what was shared, and what was made from
 * originals and is not made again when they are read. Names by which sync knows an input stay as they are.
 */

import type { SqlRow, SqlValue } from '@hansard/core';
import { idOf } from '../../database/columns.ts';
import { hasTable } from '../../database/has-table.ts';
import { bytes, columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { Masker } from '../../masking/masker.ts';
import { packJson, unpackJson } from '../../originals/units.ts';

/** Tables, what tells their rows apart, and their texts. */
export const TEXTS: readonly (readonly [table: string, keys: readonly string[], columns: readonly string[]])[] = [
  ['note', ['id'], ['text']],
  ['tag', ['session_key', 'tag'], ['tag']],
  ['shared', ['id'], ['destination', 'receipt']],
  [
    'session',
    ['id'],
    ['title', 'first_words', 'project', 'repository', 'branch', 'agent_version', 'native_id', 'lineage_of'],
  ],
  ['thread', ['id'], ['facts', 'native_id']],
  ['problem', ['id'], ['message', 'pointer']],
  ['overlay', ['event_id', 'version_id', 'start'], ['operations']],
  ['renamed', ['version_id', 'start', 'nth'], ['key']],
  ['usage', ['session_id', 'response'], ['response']],
  ['input', ['id'], ['located', 'cursor', 'origin']],
  ['name', ['id'], ['text']],
  ['ran', ['event_id', 'kind', 'text'], ['text']],
  ['git_link', ['session_key', 'revision'], ['repository', 'url', 'branch', 'summary', 'files']],
  ['flow_run', ['id'], ['title', 'description', 'backend', 'error', 'detail']],
  ['flow_run_flow', ['run_id', 'flow'], ['flow']],
  ['flow_run_alias', ['alias', 'run_id'], ['alias']],
  ['flow_step', ['run_id', 'n'], ['flow', 'step', 'agent', 'engine', 'model', 'error', 'detail']],
  // What somebody looked for may be what was removed.
  ['saved_view', ['name'], ['address', 'name']],
];

/** The same for packed JSON. */
export const PACKED: readonly (readonly [table: string, keys: readonly string[], column: string])[] = [
  ['version', ['id'], 'saved'],
  ['manifest', ['version_id', 'start'], 'checkpoint'],
  ['universal_block', ['session_id', 'first'], 'tellings'],
  ['universal_log', ['session_id'], 'state'],
];

/** Inside a transaction. Gives how many texts were changed. */
export function maskTexts(sql: Sql, masker: Masker): number {
  let changed = 0;
  for (const [table, keys, columns] of TEXTS) {
    // Copies of an older version have not all of them.
    for (const column of columns.filter((name) => hasColumn(sql, table, name))) {
      changed += maskColumn(sql, masker, table, keys, column);
    }
  }
  return changed + maskPaths(sql, masker) + maskPacked(sql, masker);
}

const hasColumn = (sql: Sql, table: string, column: string): boolean =>
  sql.get('SELECT 1 FROM pragma_table_info(?) WHERE name = ?', table, column) !== undefined;

function maskColumn(sql: Sql, masker: Masker, table: string, keys: readonly string[], column: string): number {
  const selected = [...new Set([...keys, column])].join(', ');
  const where = keys.map((key) => `${key} = ?`).join(' AND ');
  const textOf = columnOf(column, text);
  let changed = 0;
  for (const row of sql.all(`SELECT ${selected} FROM ${table} WHERE ${column} IS NOT NULL`)) {
    const before = textOf(row);
    const masked = masker.maskText(before);
    if (masked === before) continue;
    const key = keysOf(row, keys);
    // Two that are now the same are one.
    const { changes } = sql.run(`UPDATE OR IGNORE ${table} SET ${column} = ? WHERE ${where}`, masked, ...key);
    if (changes === 0) sql.run(`DELETE FROM ${table} WHERE ${where}`, ...key);
    changed++;
  }
  return changed;
}

const readPath = rowReader({ id: integer, text });

const keysOf = (row: SqlRow, keys: readonly string[]): SqlValue[] => keys.map((key) => row[key] ?? null);

/** A path that is now the same as another is that one. */
function maskPaths(sql: Sql, masker: Masker): number {
  let changed = 0;
  for (const { id, text: before } of sql.all('SELECT id, text FROM path').map(readPath)) {
    const masked = masker.maskText(before);
    if (masked === before) continue;
    const row = sql.get('SELECT id FROM path WHERE text = ?', masked);
    const other = row && idOf(row);
    if (other === undefined) sql.run('UPDATE path SET text = ? WHERE id = ?', masked, id);
    else {
      sql.run('UPDATE OR IGNORE touch SET path_id = ? WHERE path_id = ?', other, id);
      sql.run('DELETE FROM touch WHERE path_id = ?', id);
      if (hasTable(sql, 'written')) {
        sql.run('UPDATE OR IGNORE written SET path_id = ? WHERE path_id = ?', other, id);
        sql.run('DELETE FROM written WHERE path_id = ?', id);
      }
      sql.run('DELETE FROM path WHERE id = ?', id);
    }
    changed++;
  }
  return changed;
}

/** What is packed: states of readers, which may hold the beginning of what comes next, and ids of what was told. */
function maskPacked(sql: Sql, masker: Masker): number {
  let changed = 0;
  for (const [table, keys, column] of PACKED) {
    const where = keys.map((key) => `${key} = ?`).join(' AND ');
    const packedOf = columnOf(column, bytes);
    for (const row of sql.all(`SELECT ${[...keys, column].join(', ')} FROM ${table} WHERE ${column} IS NOT NULL`)) {
      const masked = maskedState(packedOf(row), masker);
      if (!masked) continue;
      sql.run(`UPDATE ${table} SET ${column} = ? WHERE ${where}`, masked, ...keysOf(row, keys));
      changed++;
    }
  }
  return changed;
}

function maskedState(packed: Uint8Array, masker: Masker): Uint8Array | undefined {
  const text = JSON.stringify(unpackJson(packed));
  const masked = masker.maskText(text);
  return masked === text ? undefined : packJson(JSON.parse(masked));
}
