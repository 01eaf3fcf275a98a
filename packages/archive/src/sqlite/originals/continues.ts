/**
 * Whether a file still begins with what is stored of it: not shorter, and its first bytes and its last block are where
 * they were. Agents append or rewrite whole files; nothing was seen to change the middle alone. A stored block that was
 * damaged is mended by the file, if it still holds the same bytes; otherwise the file is kept anew.
 */
import type { Host } from '@hansard/core';
import { isDamaged } from './damage.ts';
import { mendFrom } from './mend-from-file.ts';
import type { Originals, Version } from './originals.ts';

export async function continues(
  originals: Originals,
  host: Host,
  version: Version,
  path: string,
  size: number,
): Promise<boolean> {
  if (size < version.bytes) return false;
  try {
    return await beginsWith(originals, host, version, path);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    await mendFrom(originals, version, (start, end) => host.read(path, start, end));
  }
  try {
    return await beginsWith(originals, host, version, path);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return false;
  }
}

async function beginsWith(originals: Originals, host: Host, version: Version, path: string): Promise<boolean> {
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
