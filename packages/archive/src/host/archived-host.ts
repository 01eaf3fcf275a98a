/**
 * A host on which nothing is ever deleted: files that an agent has removed are read from their originals, in the
 * folders where they were. Everything that works on files works on archived sessions as well.
 */
import type { Host, HostEntry, HostFile } from '@hansard/core';
import type { InputRow, Originals } from '../sqlite/originals/originals.ts';
import { hostWith } from './host-with.ts';

export function archivedHost(host: Host, originals: Originals): Host {
  const removed = [...originals.inputs()].filter(
    ({ missingSince, elsewhere, part }) => (missingSince || elsewhere) && part === '',
  );
  return removed.length === 0 ? host : joinedHost(host, originals, removed);
}

/** A host with nothing on it but the originals of a machine, as they were stored last. */
export function originalsHost(host: Host, originals: Originals, machine: number): Host {
  const nothing = hostWith(host, {
    list: async () => [],
    stat: async () => undefined,
    isHidden: () => false,
    async *read() {},
    database: async () => undefined,
  });
  return joinedHost(
    nothing,
    originals,
    [...originals.inputs(machine)].filter(({ part }) => part === ''),
  );
}

function joinedHost(host: Host, originals: Originals, rows: readonly InputRow[]): Host {
  const removed = new Map(rows.map((row) => [row.path, row]));
  const folders = foldersOf(host, removed.keys());
  return hostWith(host, {
    list: async (folder) => joined(await host.list(folder), folders.get(folder)),
    stat: async (path) => (await host.stat(path)) ?? fileOf(originals, removed.get(path)) ?? folderAt(folders, path),
    read: (path, start, end) => readEither(host, originals, removed.get(path), path, start, end),
  });
}

/** Every folder above a removed file, with the entries that lead to it. */
function foldersOf(host: Host, paths: Iterable<string>): Map<string, Map<string, HostEntry>> {
  const folders = new Map<string, Map<string, HostEntry>>();
  for (const path of paths) {
    let entry: HostEntry = { name: host.basename(path), path, folder: false };
    for (let folder = host.dirname(path); folder !== entry.path; folder = host.dirname(folder)) {
      const entries = folders.get(folder) ?? new Map<string, HostEntry>();
      folders.set(folder, entries);
      if (entries.has(entry.name)) break;
      entries.set(entry.name, entry);
      entry = { name: host.basename(folder), path: folder, folder: true };
    }
  }
  return folders;
}

function joined(present: readonly HostEntry[], removed: Map<string, HostEntry> | undefined): readonly HostEntry[] {
  if (!removed) return present;
  const entries = new Map([...removed, ...present.map((entry) => [entry.name, entry] as const)]);
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fileOf(originals: Originals, row: InputRow | undefined): HostFile | undefined {
  const version = row && originals.latest(row.id);
  return version && { bytes: version.bytes, modifiedAt: row.modified ?? row.firstSeen, folder: false };
}

function folderAt(folders: Map<string, unknown>, path: string): HostFile | undefined {
  return folders.has(path) ? { bytes: 0, modifiedAt: new Date(0).toISOString(), folder: true } : undefined;
}

async function* readEither(
  host: Host,
  originals: Originals,
  row: InputRow | undefined,
  path: string,
  start?: number,
  end?: number,
): AsyncIterable<Uint8Array> {
  const version = row && !(await host.stat(path)) ? originals.latest(row.id) : undefined;
  if (version) yield* originals.read(version, start, end);
  else yield* host.read(path, start, end);
}
