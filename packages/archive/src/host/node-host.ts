/** The real machine as adapters see it. Read-only; home, environment and platform can be given, for tests. */
import { createHash } from 'node:crypto';
import { readdirSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import type { Host, HostEntry, HostFile } from '@hansard/core';
import { openDatabase } from './node-database.ts';
import { readChunks } from './read-chunks.ts';

export interface NodeHostOptions {
  readonly home?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly platform?: Host['platform'];
}

export function createNodeHost(options: NodeHostOptions = {}): Host {
  return {
    platform: options.platform ?? hostPlatform(),
    home: options.home ?? homedir(),
    env: options.env ?? process.env,
    join,
    dirname,
    basename,
    list: listFolder,
    stat: statFile,
    isHidden,
    read: readChunks,
    database: openDatabase,
    digest: (data) => createHash('sha256').update(data).digest('hex'),
  };
}

/** Other systems are laid out like Linux. */
function hostPlatform(): Host['platform'] {
  return process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux';
}

/** Links are left out: a folder of sessions must not lead elsewhere, nor in circles. */
function listFolder(folder: string): HostEntry[] {
  try {
    const prefix = join(folder, sep);
    const entries: HostEntry[] = [];
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const isFolder = entry.isDirectory();
      if (!isFolder && !entry.isFile()) continue;
      entries.push({ name: entry.name, path: prefix + entry.name, folder: isFolder });
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function statFile(path: string): HostFile | undefined {
  try {
    const file = statSync(path, { throwIfNoEntry: false });
    return file && hostFileOf(file);
  } catch {
    return undefined;
  }
}

/** Whether an error says that there is nothing, rather than that it cannot be seen. */
export const saysMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

function isHidden(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return !saysMissing(error);
  }
}

export const hostFileOf = (file: Stats): HostFile => ({
  bytes: file.size,
  modifiedAt: file.mtime.toISOString(),
  folder: file.isDirectory(),
});
