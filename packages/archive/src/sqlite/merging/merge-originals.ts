/**
 * Takes over what a backup has of an input: versions that are not here, and the rest of those that are longer there.
 * Nothing that is here goes. Of two versions that differ, the one of the newer file is the latest. Blocks are shared by
 * their hash, which is checked: a backup is a file like any other.
 */

import type { SqlRow } from '@hansard/core';
import type { Archive } from '../../archive.ts';
import { bytesIn, idOf } from '../../database/columns.ts';
import { bytes as blob, columnOf, integer, rowReader, text } from '../../database/row-shape.ts';
import { unpackStored } from '../../originals/stored-block.ts';
import type { Backup } from '../opening/open-backup.ts';
import type { InputRow, Version } from '../originals/originals.ts';
import { placeRow } from '../tables.ts';
import { relationOf } from './compare-versions.ts';

const begunIn = columnOf('begun', text);
const readBlock = rowReader({ hash: blob, codec: integer, bytes: integer, data: blob });
const readUses = rowReader({ block_id: integer, n: integer });

export type Merged = 'new' | 'longer' | 'same';

/** In one transaction. `machine` is the number of the input's machine here. */
export function mergeInput(archive: Archive, backup: Backup, theirs: InputRow, machine: number): Merged {
  const { sql, originals } = archive;
  return sql.transaction(() => {
    const known = originals.input(theirs.path, theirs.part, machine);
    const input = known ?? insertInput(archive, theirs, machine);
    let merged: Merged = known ? 'same' : 'new';
    const theirVersions = backup.originals.versions(theirs.id);
    const isNewer = !known || (theirs.modified ?? '') > (known.modified ?? '');
    for (const version of theirVersions) {
      const isLatest = version.id === theirVersions.at(-1)?.id;
      const changed = mergeVersion(archive, backup, input, version, isLatest && isNewer);
      if (changed && merged === 'same') merged = 'longer';
    }
    if (merged === 'longer') forgetReading(archive, input, isNewer ? theirs : input);
    return merged;
  });
}

/** It is read again before it is used: until then it counts as never read. */
function forgetReading({ sql }: Archive, { id }: InputRow, { modified }: InputRow): void {
  sql.run('UPDATE input SET adapter_version = NULL, size = NULL, modified = ? WHERE id = ?', modified, id);
}

function insertInput({ sql, originals }: Archive, theirs: InputRow, machine: number): InputRow {
  const { agent, path, part, role, kind, dialect, located, modified, firstSeen, missingSince } = theirs;
  const { id } = sql.run(
    `INSERT INTO input
       (machine_id, agent, path, part, role, kind, dialect, located, modified, first_seen, last_seen, missing_since)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    machine,
    agent,
    path,
    part,
    role,
    kind,
    dialect,
    located ? JSON.stringify(located) : null,
    modified,
    firstSeen,
    firstSeen,
    missingSince,
  );
  return originals.inputById(id) as InputRow;
}

/** Whether anything of it was not here. */
function mergeVersion(archive: Archive, backup: Backup, input: InputRow, theirs: Version, isLatest: boolean): boolean {
  const { sql, originals } = archive;
  for (const ours of originals.versions(input.id)) {
    const relation = relationOf({ sql, originals, version: ours }, { ...backup, version: theirs });
    if (relation === 'same' || relation === 'shorter') return false;
    if (relation === 'longer') {
      dropManifest(archive, ours.id);
      copyManifest(archive, backup, theirs, ours.id);
      return true;
    }
  }
  const { id } = sql.run(
    'INSERT INTO version (input_id, number, bytes, begun) VALUES (?, ?, 0, ?)',
    input.id,
    numberFor(archive, input.id, isLatest),
    begunOf(backup, theirs),
  );
  copyManifest(archive, backup, theirs, id);
  return true;
}

/** Behind the latest, or before it, which then moves up. */
function numberFor({ sql, originals }: Archive, inputId: number, isLatest: boolean): number {
  const latest = originals.latest(inputId);
  if (!latest) return 1;
  if (isLatest) return latest.number + 1;
  sql.run('UPDATE version SET number = number + 1 WHERE id = ?', latest.id);
  return latest.number;
}

const begunOf = (backup: Backup, { id }: Version): string =>
  begunIn(backup.sql.get('SELECT begun FROM version WHERE id = ?', id) ?? {});

function copyManifest({ sql }: Archive, backup: Backup, theirs: Version, versionId: number): void {
  const blocks = backup.sql.all('SELECT start, block_id FROM manifest WHERE version_id = ? ORDER BY start', theirs.id);
  let end = 0;
  for (const { start, block_id: block } of blocks.map(placeRow)) {
    const row = backup.sql.get('SELECT hash, codec, bytes, data FROM block WHERE id = ?', block);
    if (!row || start !== end) throw new Error('the backup has a gap in it');
    sql.run(
      'INSERT INTO manifest (version_id, start, block_id) VALUES (?, ?, ?)',
      versionId,
      start,
      keepBlock(sql, row),
    );
    end += bytesIn(row);
  }
  sql.run('UPDATE version SET bytes = ?, saved = NULL WHERE id = ?', end, versionId);
}

function keepBlock(sql: Archive['sql'], row: SqlRow): number {
  const { hash, codec, bytes, data } = readBlock(row);
  const known = sql.get('UPDATE block SET uses = uses + 1 WHERE hash = ? RETURNING id', hash);
  if (known) return idOf(known);
  if (!unpackStored(row)) throw new Error('a block of the backup is damaged');
  return sql.run('INSERT INTO block (hash, codec, bytes, uses, data) VALUES (?, ?, ?, 1, ?)', hash, codec, bytes, data)
    .id;
}

function dropManifest({ sql }: Archive, versionId: number): void {
  const uses = sql.all(
    'SELECT block_id, count(*) AS n FROM manifest WHERE version_id = ? GROUP BY block_id',
    versionId,
  );
  sql.run('DELETE FROM manifest WHERE version_id = ?', versionId);
  for (const { block_id: block, n } of uses.map(readUses)) {
    sql.run('UPDATE block SET uses = uses - ? WHERE id = ?', n, block);
    sql.run('DELETE FROM block WHERE id = ? AND uses <= 0', block);
  }
}
