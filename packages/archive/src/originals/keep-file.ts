/**
 * Brings the original of one file up to date: nothing for a file that has not changed, the new bytes for one that
 * grew, a new version for one that was rewritten.
 */
import type { Host, HostFile } from '@hansard/core';
import { BlockCutter } from './cut-blocks.ts';
import { type InputRow, type NewInput, type Originals, Overtaken, type Version } from './originals.ts';

/** `overtaken`: another process was storing the same file. */
export type Kept = 'unchanged' | 'grown' | 'new' | 'rewritten' | 'overtaken';

export interface KeptFile {
  readonly outcome: Kept;
  /** Bytes of the file that were read and stored. */
  readonly bytes: number;
}

/** Blocks that go into one transaction. */
const BATCH_BYTES = 8 * 1024 * 1024;

export async function keepFile(
  originals: Originals,
  host: Host,
  input: NewInput,
  file: HostFile,
  now: string,
): Promise<KeptFile> {
  const known = originals.input(input.path);
  if (known && isSame(known, file)) {
    if (known.missingSince) originals.transaction(() => originals.know(input, now));
    return { outcome: 'unchanged', bytes: 0 };
  }
  try {
    return await store(originals, host, input, file, now);
  } catch (error) {
    if (error instanceof Overtaken) return { outcome: 'overtaken', bytes: 0 };
    throw error;
  }
}

async function store(
  originals: Originals,
  host: Host,
  input: NewInput,
  file: HostFile,
  now: string,
): Promise<KeptFile> {
  const row = originals.transaction(() => originals.know(input, now));
  const latest = originals.latest(row.id);
  const isGrowth = latest !== undefined && (await continues(originals, host, latest, input.path, file.bytes));
  const version = isGrowth ? latest : originals.transaction(() => originals.begin(row.id, latest, now));
  const bytes = await storeFrom(originals, host, version, input.path, file.bytes);
  originals.transaction(() => originals.complete(row.id, file.bytes, file.modifiedAt));
  return { outcome: outcomeOf(latest, isGrowth, bytes), bytes };
}

function isSame(known: InputRow, file: HostFile): boolean {
  return known.size === file.bytes && known.modified === file.modifiedAt;
}

function outcomeOf(latest: Version | undefined, isGrowth: boolean, bytes: number): Kept {
  if (!latest) return 'new';
  if (!isGrowth) return 'rewritten';
  return bytes > 0 ? 'grown' : 'unchanged';
}

/**
 * Whether the file still begins with what is stored: not shorter, and the first and the last block are where they
 * were. Agents append or rewrite whole files; nothing was seen to change the middle alone.
 */
async function continues(
  originals: Originals,
  host: Host,
  version: Version,
  path: string,
  size: number,
): Promise<boolean> {
  if (size < version.bytes) return false;
  const last = originals.last(version);
  if (!last) return true;
  const first = [...originals.read(version, 0, 4096)];
  return (await holds(host, path, 0, Buffer.concat(first))) && (await holds(host, path, last.start, last.bytes));
}

async function holds(host: Host, path: string, start: number, expected: Uint8Array): Promise<boolean> {
  let at = 0;
  for await (const chunk of host.read(path, start, start + expected.length)) {
    if (Buffer.compare(chunk, expected.subarray(at, at + chunk.length)) !== 0) return false;
    at += chunk.length;
  }
  return at === expected.length;
}

/** Stores what the file has beyond the version, up to `size`. The last block is written again with what follows it. */
async function storeFrom(
  originals: Originals,
  host: Host,
  begun: Version,
  path: string,
  size: number,
): Promise<number> {
  if (size === begun.bytes) return 0;
  const from = originals.last(begun)?.start ?? 0;
  const cutter = new BlockCutter();
  let version = begun;
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let replacesLast = begun.bytes > from;
  const flush = () => {
    if (batch.length === 0) return;
    version = originals.transaction(() => {
      originals.expect(version);
      const base = replacesLast ? originals.dropLast(version) : version;
      return batch.reduce((grown, block) => originals.append(grown, block), base);
    });
    replacesLast = false;
    batch = [];
    batchBytes = 0;
  };
  for await (const chunk of host.read(path, from, size)) {
    for (const block of cutter.push(chunk)) {
      batch.push(block);
      batchBytes += block.length;
      if (batchBytes >= BATCH_BYTES) flush();
    }
  }
  if (cutter.pending > 0) batch.push(cutter.take());
  flush();
  return version.bytes - begun.bytes;
}
