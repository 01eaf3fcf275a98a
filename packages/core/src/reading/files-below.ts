/** Files below a folder, to a given depth, for adapters that look for their sessions. */
import type { Host, HostEntry } from '../host.ts';

export async function* filesBelow(
  host: Host,
  folder: string,
  depth: number,
  isWanted: (entry: HostEntry) => boolean,
): AsyncIterable<HostEntry> {
  for (const entry of await host.list(folder)) {
    if (!entry.folder) {
      if (isWanted(entry)) yield entry;
    } else if (depth > 0) yield* filesBelow(host, entry.path, depth - 1, isWanted);
  }
}
