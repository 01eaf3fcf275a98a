/** A host that differs from another in some things. One may be an object of a class, whose methods a copy would not have. */
import type { Host } from '@hansard/core';

export function hostWith(host: Host, changes: Partial<Host>): Host {
  return {
    platform: host.platform,
    home: host.home,
    env: host.env,
    join: (...parts) => host.join(...parts),
    dirname: (path) => host.dirname(path),
    basename: (path) => host.basename(path),
    list: (folder) => host.list(folder),
    stat: (path) => host.stat(path),
    isHidden: (path) => host.isHidden?.(path) ?? false,
    read: (path, start, end) => host.read(path, start, end),
    database: (path) => host.database(path),
    digest: (data) => host.digest(data),
    ...changes,
  };
}
