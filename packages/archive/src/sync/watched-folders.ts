/**
 * Which folders an adapter looks into, learnt by watching it look: no adapter has to say it twice. A folder that is
 * not there yet is awaited in the nearest one above that is.
 */
import type { Adapter, Host } from '@hansard/core';

export interface Looks {
  /** A host that notes every folder it is asked to list, for the adapter. */
  hostFor(adapter: Adapter): Host;
  /** Who looks into a folder. */
  readonly folders: ReadonlyMap<string, ReadonlySet<Adapter>>;
}

export function noteLooks(host: Host): Looks {
  const folders = new Map<string, Set<Adapter>>();
  const note = (folder: string, adapter: Adapter) => {
    const known = folders.get(folder);
    if (known) known.add(adapter);
    else folders.set(folder, new Set([adapter]));
  };
  return {
    folders,
    hostFor: (adapter) => ({
      platform: host.platform,
      home: host.home,
      env: host.env,
      join: (...parts) => host.join(...parts),
      dirname: (path) => host.dirname(path),
      basename: (path) => host.basename(path),
      digest: (data) => host.digest(data),
      read: (path, start, end) => host.read(path, start, end),
      database: (path) => host.database(path),
      stat: (path) => host.stat(path),
      list: async (folder) => {
        note(await presentAbove(host, folder), adapter);
        return host.list(folder);
      },
    }),
  };
}

async function presentAbove(host: Host, folder: string): Promise<string> {
  for (let at = folder; ; ) {
    if ((await host.stat(at))?.folder) return at;
    const above = host.dirname(at);
    if (above === at || above === '') return at;
    at = above;
  }
}
