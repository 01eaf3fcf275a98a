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
  if (removed.length === 0) return host;
  const rows = new Map(removed.map((row) => [row.path, row]));
  const folders = foldersOf(host, rows.keys());
  return joinedHost(host, originals, { row: (path) => rows.get(path), entries: (folder) => folders.get(folder) });
}

/**
 * A host with nothing on it but the originals of a machine, as they were stored last. It asks for what it is asked, and
 * nothing else: one file is read without looking at all the others.
 */
export function originalsHost(host: Host, originals: Originals, machine: number): Host {
  const nothing = hostWith(host, {
    list: async () => [],
    stat: async () => undefined,
    isHidden: () => false,
    async *read() {},
    database: async () => undefined,
  });
  return joinedHost(nothing, originals, {
    row: (path) => originals.input(path, '', machine),
    entries: (folder) => entriesOf(host, originals, folder, machine),
  });
}

/** Files that are there beside those of a host. */
interface Beside {
  row(path: string): InputRow | undefined;
  /** Undefined when there is no such folder. */
  entries(folder: string): ReadonlyMap<string, HostEntry> | undefined;
}

function entriesOf(
  host: Host,
  originals: Originals,
  folder: string,
  machine: number,
): ReadonlyMap<string, HostEntry> | undefined {
  const entries = new Map<string, HostEntry>();
  for (const separator of separatorsOf(host)) {
    const prefix = folder.endsWith(separator) ? folder : `${folder}${separator}`;
    for (const entry of originals.entries(prefix, machine)) {
      entries.set(entry.name, { ...entry, path: `${prefix}${entry.name}` });
    }
  }
  return entries.size === 0 ? undefined : entries;
}

const separatorsOf = (host: Host): readonly string[] => (host.platform === 'win32' ? ['\\', '/'] : ['/']);

function joinedHost(host: Host, originals: Originals, beside: Beside): Host {
  return hostWith(host, {
    list: async (folder) => joined(await host.list(folder), beside.entries(folder)),
    stat: async (path) => (await host.stat(path)) ?? fileOf(originals, beside.row(path)) ?? folderAt(beside, path),
    read: (path, start, end) => readEither(host, originals, beside, path, start, end),
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

function joined(
  present: readonly HostEntry[],
  removed: ReadonlyMap<string, HostEntry> | undefined,
): readonly HostEntry[] {
  if (!removed) return present;
  const entries = new Map([...removed, ...present.map((entry) => [entry.name, entry] as const)]);
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fileOf(originals: Originals, row: InputRow | undefined): HostFile | undefined {
  const version = row && originals.latest(row.id);
  return version && { bytes: version.bytes, modifiedAt: row.modified ?? row.firstSeen, folder: false };
}

function folderAt({ entries }: Beside, path: string): HostFile | undefined {
  return entries(path) ? { bytes: 0, modifiedAt: new Date(0).toISOString(), folder: true } : undefined;
}

async function* readEither(
  host: Host,
  originals: Originals,
  beside: Beside,
  path: string,
  start?: number,
  end?: number,
): AsyncIterable<Uint8Array> {
  const row = beside.row(path);
  const version = row && !(await host.stat(path)) ? originals.latest(row.id) : undefined;
  if (version) yield* originals.read(version, start, end);
  else yield* host.read(path, start, end);
}
