/**
 * Writes an original back, byte for byte, or not at all. It appears under its name when it is complete, readable by its owner only,
 * with the time it had.
 */
import { closeSync, existsSync, openSync, renameSync, rmSync, utimesSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '@hansard/core';
import { makeFolders } from '../make-folders.ts';
import { isDamaged } from '../sqlite/originals/damage.ts';
import type { InputRow, Originals, Version } from '../sqlite/originals/originals.ts';

export interface Restored {
  readonly path: string;
  readonly bytes: number;
  /** Secrets were removed from it: it is no longer what the agent wrote, byte for byte. */
  readonly scrubbed?: true;
}

export interface RestoreOptions {
  readonly force?: boolean;
  /** Which version, counted from 1; the latest by default. */
  readonly original?: number;
}

export function restore(originals: Originals, row: InputRow, target: string, options: RestoreOptions = {}): Restored {
  const version = versionOf(originals, row, options.original);
  if (!options.force && existsSync(target)) throw new Failure('output-exists', `${target} is already there.`);
  const partial = `${target}.${process.pid}.partial`;
  try {
    makeFolders(dirname(target));
    const written = writeBlocks(partial, originals.read(version));
    if (written !== version.bytes) throw originals.damaged(version, written);
    if (row.modified) utimesSync(partial, new Date(), new Date(row.modified));
    renameSync(partial, target);
  } catch (cause) {
    rmSync(partial, { force: true });
    if (isDamaged(cause)) throw cause;
    throw new Failure('output-failed', `${target} cannot be written: ${(cause as Error).message}`, { cause });
  }
  return { path: target, bytes: version.bytes, ...(version.scrubbed && { scrubbed: true }) };
}

function versionOf(originals: Originals, row: InputRow, number: number | undefined): Version {
  const versions = originals.versions(row.id);
  const version = number === undefined ? versions.at(-1) : versions.find((one) => one.number === number);
  if (version) return version;
  const there = versions.length === 0 ? 'none' : `1 to ${versions.length}`;
  throw new Failure('not-archived', `${row.path} has no version ${number ?? ''} in the archive; there is ${there}.`);
}

/** How many bytes they were. */
function writeBlocks(path: string, blocks: Iterable<Uint8Array>): number {
  const file = openSync(path, 'wx', 0o600);
  let written = 0;
  try {
    for (const block of blocks) {
      for (let at = 0; at < block.length; ) at += writeSync(file, block, at);
      written += block.length;
    }
    return written;
  } finally {
    closeSync(file);
  }
}
