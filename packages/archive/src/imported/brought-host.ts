/**
 * Names for what was brought by hand. It is kept under a name of its own, `imported/<hash>/` and then the path that it had:
 * what an agent keeps beside a session is found beside it, and nothing that lies elsewhere under the same path gets mixed up
 * with it.
 */
import type { Host } from '@hansard/core';
import { hostWith } from '../host/host-with.ts';

const BROUGHT = /^imported[\\/][0-9a-f]{16}(?=[\\/])/;
const DRIVE = /^[\\/]([A-Za-z])(?=[\\/])/;

/** The name under which a file is kept. */
export function broughtName(host: Pick<Host, 'platform'>, mark: string, path: string): string {
  const below = host.platform === 'win32' ? path.replace(/^([A-Za-z]):/, '\\$1') : path;
  return `imported/${mark.slice(0, 16)}${below}`;
}

/** The host with these names beside its own; `root` stands before the paths in them. */
export function broughtHost(host: Host, root = ''): Host {
  const real = (path: string): string => {
    const name = BROUGHT.exec(path)?.[0];
    if (name === undefined) return path;
    const below = path.slice(name.length);
    return root + (host.platform === 'win32' && root === '' ? below.replace(DRIVE, '$1:') : below);
  };
  return hostWith(host, {
    stat: (path) => host.stat(real(path)),
    read: (path, start, end) => host.read(real(path), start, end),
    database: (path) => host.database(real(path)),
    list: async (folder) => {
      const entries = await host.list(real(folder));
      return entries.map((entry) => ({ ...entry, path: host.join(folder, entry.name) }));
    },
  });
}
