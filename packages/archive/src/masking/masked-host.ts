/**
 * The machine as if nothing that was removed were on it: files are read with it written over. Agents' files still hold it;
 * whatever brings them into the archive reads them through this, and never sees it.
 */
import type { Host } from '@hansard/core';
import { MaskedStream } from './masked-stream.ts';
import type { Masker } from './masker.ts';

/** `onMasked` is told of files in which something was written over. */
export function maskedHost(host: Host, masker: Masker, onMasked: (path: string) => void): Host {
  return {
    platform: host.platform,
    home: host.home,
    env: host.env,
    join: (...parts) => host.join(...parts),
    dirname: (path) => host.dirname(path),
    basename: (path) => host.basename(path),
    list: (folder) => host.list(folder),
    stat: (path) => host.stat(path),
    database: (path) => host.database(path),
    digest: (data) => host.digest(data),
    read: (path, start = 0, end = Number.POSITIVE_INFINITY) =>
      readMasked(host, masker, { path, start, end }, () => onMasked(path)),
  };
}

interface Stretch {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Reads a little more on both sides: what stands across an end is known by all of it. */
async function* readMasked(
  host: Host,
  masker: Masker,
  { path, start, end }: Stretch,
  onMasked: () => void,
): AsyncIterable<Uint8Array> {
  const stream = new MaskedStream(masker);
  let at = Math.max(0, start - masker.margin);
  const wanted = (bytes: Buffer): Buffer => {
    const part = bytes.subarray(Math.max(0, start - at), Math.max(0, Math.min(bytes.length, end - at)));
    at += bytes.length;
    return part;
  };
  const stop = end === Number.POSITIVE_INFINITY ? undefined : end + masker.margin;
  for await (const chunk of host.read(path, at, stop)) {
    const part = wanted(stream.push(chunk));
    if (part.length > 0) yield part;
  }
  const rest = wanted(stream.finish());
  if (stream.isMasked) onMasked();
  if (rest.length > 0) yield rest;
}
