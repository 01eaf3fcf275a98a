/** Originals that are no longer what was kept: blocks whose bytes have another hash, and versions with a gap. */
import { Failure, type SqlRow, type SqlValue } from '@hansard/core';
import { columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { BLOCK_COLUMNS, unpackStored } from '../../originals/stored-block.ts';

/** Where in an original something is wrong. */
export interface DamagedPlace {
  readonly versionId: number;
  readonly inputId: number;
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** The block there; none where one is missing. */
  readonly blockId: number | undefined;
}

/** What to look at: everything, some inputs, or one version. */
export interface DamageScope {
  readonly inputs?: readonly number[] | undefined;
  readonly version?: number;
}

/** Every block is unpacked, which takes seconds for a gigabyte. */
export function findDamage(sql: Sql, scope: DamageScope = {}): DamagedPlace[] {
  const damaged = blocksOf(sql, scope).filter((id) => !isIntact(sql, id));
  const found = [...placesOf(sql, damaged, scope), ...gaps(sql, scope)];
  const places = new Map(found.map((place) => [`${place.versionId} ${place.start}`, place]));
  for (const place of found) if (place.blockId !== undefined) places.set(`${place.versionId} ${place.start}`, place);
  return [...places.values()];
}

/** What reading such a place ends with. */
export function damagedOriginal(sql: Sql, versionId: number, start: number): Failure {
  const row = sql.get('SELECT i.path FROM version v JOIN input i ON i.id = v.input_id WHERE v.id = ?', versionId);
  const path = row ? columnOf('path', text)(row) : 'a file';
  return new Failure(
    'original-damaged',
    `What the archive keeps of ${path} is damaged from byte ${start} on: it is not what was stored.`,
  );
}

export const isDamaged = (error: unknown): boolean => error instanceof Failure && error.code === 'original-damaged';

function isIntact(sql: Sql, id: number): boolean {
  const row = sql.get(`SELECT ${BLOCK_COLUMNS} FROM block WHERE id = ?`, id);
  return row !== undefined && unpackStored(row) !== undefined;
}

/** A condition on the version `v`. */
function condition({ inputs, version }: DamageScope): { where: string; values: SqlValue[] } {
  if (version !== undefined) return { where: 'v.version_id = ?', values: [version] };
  if (!inputs) return { where: 'true', values: [] };
  return { where: 'v.input_id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(inputs)] };
}

function blocksOf(sql: Sql, scope: DamageScope): number[] {
  const { where, values } = condition(scope);
  const rows =
    where === 'true'
      ? sql.all('SELECT id FROM block ORDER BY id')
      : sql.all(
          `SELECT DISTINCT block_id AS id FROM manifest
           JOIN (SELECT id AS version_id, input_id FROM version) v USING (version_id) WHERE ${where} ORDER BY id`,
          ...values,
        );
  return rows.map(columnOf('id', integer));
}

/** A block lasts to the next, or to the end of its version: its own length may be what is wrong. */
const PLACES = `SELECT m.version_id, v.input_id, i.path, m.start, m.block_id, b.bytes AS stored,
    coalesce(lead(m.start) OVER (PARTITION BY m.version_id ORDER BY m.start), v.bytes) AS stop,
    row_number() OVER (PARTITION BY m.version_id ORDER BY m.start) AS nth
  FROM manifest m JOIN version v ON v.id = m.version_id JOIN input i ON i.id = v.input_id
    LEFT JOIN block b ON b.id = m.block_id`;

function placesOf(sql: Sql, blocks: readonly number[], scope: DamageScope): DamagedPlace[] {
  if (blocks.length === 0) return [];
  const { where, values } = condition(scope);
  const rows = sql.all(
    `SELECT * FROM (${PLACES}) v WHERE block_id IN (SELECT value FROM json_each(?)) AND ${where}
     ORDER BY version_id, start`,
    JSON.stringify(blocks),
    ...values,
  );
  return rows.map((row) => ({ ...placed(row), blockId: columnOf('block_id', integer)(row) }));
}

/** Blocks that are not there, that begin before or behind the end of the one before, or end elsewhere than the version. */
function gaps(sql: Sql, scope: DamageScope): DamagedPlace[] {
  const { where, values } = condition(scope);
  const rows = sql.all(
    `SELECT * FROM (${PLACES}) v
     WHERE (stored IS NULL OR stored <> stop - start OR (nth = 1 AND start <> 0)) AND ${where}
     ORDER BY version_id, start`,
    ...values,
  );
  return rows.map((row) => ({ ...placed(row), blockId: undefined }));
}

const readPlace = rowReader({ version_id: integer, input_id: integer, path: text, start: integer, stop: integer });

function placed(row: SqlRow) {
  const { version_id: versionId, input_id: inputId, path, start, stop: end } = readPlace(row);
  return { versionId, inputId, path, start, end };
}
