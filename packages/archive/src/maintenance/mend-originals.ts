/**
 * Writes originals again that were damaged: from the agent's file or database where that still has the same bytes, from a
 * backup that the archive knows of otherwise. What no intact copy is found of stays as it is, and is told.
 */
import { existsSync } from 'node:fs';
import { type Adapter, detectFile, type Host } from '@hansard/core';
import type { Archive } from '../archive.ts';
import type { Sql } from '../database/sql.ts';
import { rowLine } from '../originals/rows.ts';
import { openBackup } from '../sqlite/opening/open-backup.ts';
import { blockIn } from '../sqlite/originals/block-in.ts';
import type { DamagedPlace } from '../sqlite/originals/damage.ts';
import { mendFrom } from '../sqlite/originals/mend-from-file.ts';
import { type InputRow, THIS_MACHINE } from '../sqlite/originals/originals.ts';
import { knownCopies } from './copies.ts';

export interface MendOptions {
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  /** All by default. */
  readonly inputs?: readonly number[];
}

export interface Mended {
  readonly mended: number;
  /** Nothing intact was found of these. */
  readonly left: readonly DamagedPlace[];
}

export async function mendOriginals(archive: Archive, options: MendOptions): Promise<Mended> {
  const { originals } = archive;
  const found = originals.damage(options.inputs);
  if (found.length === 0) return { mended: 0, left: [] };
  const inputs = [...new Set(found.map(({ inputId }) => inputId))];
  for (const [versionId, inputId] of new Map(found.map((place) => [place.versionId, place.inputId]))) {
    const input = originals.inputById(inputId);
    if (input) await mendFromMachine(archive, options, input, versionId);
  }
  if (originals.damage(inputs).length > 0) await mendFromKnownCopies(archive, inputs);
  const left = originals.damage(inputs);
  archive.events.forget();
  return { mended: found.length - left.length, left };
}

/** The blocks that a copy of the archive has intact. */
export function mendFromCopy({ originals, sql }: Archive, copy: Sql, inputs?: readonly number[]): void {
  for (const { blockId } of originals.damage(inputs)) {
    const bytes = blockId === undefined ? undefined : blockIn(copy, sql, blockId);
    if (bytes) originals.mendIfSame(blockId as number, bytes);
  }
}

async function mendFromMachine(
  { originals }: Archive,
  { host, adapters }: MendOptions,
  input: InputRow,
  versionId: number,
): Promise<void> {
  if (input.machine !== THIS_MACHINE) return;
  const rows = input.part === '' ? undefined : await rowsOf(host, adapters, input);
  if (rows) return mendFrom(originals, { id: versionId }, (start, end) => [rows.subarray(start, end)]);
  if (input.part === '' && input.kind !== 'store' && (await host.stat(input.path))) {
    await mendFrom(originals, { id: versionId }, (start, end) => host.read(input.path, start, end));
  }
}

/** The rows of a session in an agent's database, as they would be kept now. */
async function rowsOf(host: Host, adapters: readonly Adapter[], input: InputRow): Promise<Buffer | undefined> {
  const adapter = adapters.find(({ id }) => id === input.agent);
  const detected = adapter && (await detectFile([adapter], host, input.path));
  const database = detected?.dialect.kind === 'store' ? await host.database(input.path) : undefined;
  if (!database || detected?.dialect.kind !== 'store') return undefined;
  try {
    return Buffer.from([...detected.dialect.records(database, input.part)].map(rowLine).join(''));
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}

async function mendFromKnownCopies(archive: Archive, inputs: readonly number[]): Promise<void> {
  for (const path of knownCopies(archive)) {
    if (!existsSync(path)) continue;
    const copy = await openBackup(path).catch(() => undefined);
    if (!copy) continue;
    try {
      mendFromCopy(archive, copy.sql, inputs);
    } finally {
      copy.close();
    }
  }
}
