/** The files of the machine as an adapter sees them: what one session of the agent has written, and nothing else. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Host } from '@hansard/core/host.ts';

export function agentFiles(env: Readonly<Record<string, string | undefined>>): Host {
  return {
    platform: process.platform as Host['platform'],
    home: env['HOME'] ?? homedir(),
    env,
    join,
    dirname,
    basename,
    list: (folder) => {
      try {
        return readdirSync(folder, { withFileTypes: true })
          .map((entry) => ({ name: entry.name, path: join(folder, entry.name), folder: entry.isDirectory() }))
          .sort((a, b) => (a.name < b.name ? -1 : 1));
      } catch {
        return [];
      }
    },
    stat: (path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found && { bytes: found.size, modifiedAt: found.mtime.toISOString(), folder: found.isDirectory() };
    },
    read: (path, start = 0, end) => createReadStream(path, { start, ...(end === undefined ? {} : { end: end - 1 }) }),
    database: async () => undefined,
    digest: (data) => createHash('sha256').update(data).digest('hex'),
  };
}
