/**
 * Where sync looks beside the places in which agents keep their sessions on this machine: the wires of agents that Hansard
 * runs, and further folders that the user names, such as the home of a container, of WSL, or one on another disk.
 */
import { join } from 'node:path';
import { type Adapter, detectFile, type Host, type LocatedInput } from '@hansard/core';
import { inputsAround } from '@hansard/core/reading/read-session.ts';
import { archiveHome } from '../home.ts';
import { hostWith } from '../host/host-with.ts';

export interface Finder {
  /** Where its files come from, as the user calls it. */
  readonly origin?: string;
  /** A folder that may be absent for a while: what was found below it is not gone then. */
  readonly folder?: string;
  find(host: Host): AsyncIterable<FoundFile>;
}

/** A file, with whose it is when that is known from where it lies. */
export interface FoundFile {
  readonly path: string;
  readonly owner?: Owner;
}

export interface Owner {
  readonly adapter: Adapter;
  readonly input: LocatedInput;
}

/** A folder is not looked through deeper than this. */
const MAX_DEPTH = 24;

/** Where the wires of agents that Hansard runs are: in a folder for each process. */
export const liveFolder = (home: string): string => join(home, 'live');

/** `$HANSARD_HOME/live/<run>/wire.jsonl` */
export const liveWires: Finder = {
  async *find(host) {
    for (const run of await host.list(liveFolder(archiveHome(host)))) {
      if (!run.folder) continue;
      const path = host.join(run.path, 'wire.jsonl');
      if ((await host.list(run.path)).some(({ name, folder }) => name === 'wire.jsonl' && !folder)) yield { path };
    }
  },
};

/** A further folder: a home in which agents keep their sessions where they do, or else any folder with files of agents. */
export function folderFinder(adapters: readonly Adapter[], folder: string, origin: string): Finder {
  return {
    origin,
    folder,
    async *find(host) {
      let isHome = false;
      for (const adapter of adapters) {
        for await (const input of adapter.locate(hostWith(host, { home: folder, env: {} }))) {
          isHome = true;
          yield { path: input.path, owner: { adapter, input } };
        }
      }
      if (!isHome) for await (const path of filesBelow(host, folder)) yield { path };
    },
  };
}

/** Every file below a folder, in order. */
export async function* filesBelow(host: Host, folder: string, depth = MAX_DEPTH): AsyncIterable<string> {
  for (const entry of await host.list(folder)) {
    if (!entry.folder) yield entry.path;
    else if (depth > 0) yield* filesBelow(host, entry.path, depth - 1);
  }
}

/**
 * The inputs of the session that a file belongs to; none when it is nobody's. All agents are asked, so that a file of one
 * that is left out is not taken for another's.
 */
export async function ownersOf(all: readonly Adapter[], host: Host, path: string): Promise<Owner[]> {
  const detected = await detectFile(all.filter(isAgent), host, path);
  if (!detected) return [];
  const { adapter } = detected;
  return (await inputsAround(detected, host, path)).map((input) => ({ adapter, input }));
}

/** Documents in formats come by `import`, runs by their own setting. */
const isAgent = ({ dialects }: Adapter): boolean => !dialects.some((dialect) => 'transcripts' in dialect);

/** Tells of files below folders that are not there now. */
export async function absentBelow(host: Host, finders: readonly Finder[]): Promise<(path: string) => boolean> {
  const absent: string[] = [];
  for (const { folder } of finders) {
    if (folder !== undefined && !(await host.stat(folder))?.folder) absent.push(host.join(folder, '/'));
  }
  return (path) => absent.some((folder) => path.startsWith(folder));
}
