/**
 * The real machine with a note of everything that is looked at, and how it was. Asking the same again later, in a tight
 * loop and without knowing why it was asked, tells whether whoever looked would see anything else.
 */
import { readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { Host } from '@hansard/core';
import { createNodeHost, hostFileOf, type NodeHostOptions, saysMissing } from './node-host.ts';

/** As it is kept between two runs. */
export interface Noted {
  /** Variables that were asked for; null is not set. */
  readonly env: readonly (readonly [name: string, value: string | null])[];
  /** Folders and the names in them; null is not there. */
  readonly folders: readonly (readonly [path: string, names: string | null])[];
  /** By folder: what its paths begin with, then name, bytes and time of each file. */
  readonly files: readonly (readonly [prefix: string, ...states: (string | number)[]])[];
}

export interface RecordingHost {
  readonly host: Host;
  noted(): Noted;
  /** The time of the last change of anything that was looked at, in milliseconds since 1970. */
  newest(): number;
  /** Folders that are there and cannot be listed. */
  refused(): readonly string[];
}

interface State {
  readonly bytes: number;
  readonly time: number;
}

const NOT_THERE: State = { bytes: -1, time: 0 };

export function recordingHost(options: NodeHostOptions = {}): RecordingHost {
  const host = createNodeHost(options);
  const env = new Map<string, string | null>();
  const folders = new Map<string, string | null>();
  const files = new Map<string, State>();
  const refused: string[] = [];
  const stat: Host['stat'] = (path) => {
    const found = statsOf(path);
    // The first answer counts: what was different later is different from it.
    if (!files.has(path)) files.set(path, stateOf(found));
    return found && hostFileOf(found);
  };
  return {
    host: {
      ...host,
      env: noteNames(host.env, env),
      list: (folder) => {
        // Before it is listed: what comes in between is then seen, or noted as missing.
        if (!folders.has(folder))
          folders.set(
            folder,
            namesIn(folder, () => refused.push(folder)),
          );
        return host.list(folder);
      },
      stat,
      read: (path, start, end) => {
        stat(path);
        return host.read(path, start, end);
      },
      database: (path) => {
        for (const part of [path, `${path}-wal`]) stat(part);
        return host.database(path);
      },
    },
    noted: () => ({ env: [...env], folders: [...folders], files: byFolder(files) }),
    newest: () => [...files.values()].reduce((newest, { time }) => Math.max(newest, time), 0),
    refused: () => refused,
  };
}

/** Whether everything is what it was. */
export function isAsNoted({ env, folders, files }: Noted, now: NodeJS.ProcessEnv | Host['env']): boolean {
  if (!env.every(([name, value]) => (now[name] ?? null) === value)) return false;
  for (const [folder, names] of folders) if (namesIn(folder) !== names) return false;
  for (const [prefix, ...states] of files) {
    for (let at = 0; at < states.length; at += 3) {
      const found = statsOf(prefix + states[at]);
      if (states[at + 1] !== (found?.size ?? NOT_THERE.bytes)) return false;
      if (states[at + 2] !== (found?.mtimeMs ?? NOT_THERE.time)) return false;
    }
  }
  return true;
}

function noteNames(env: Host['env'], noted: Map<string, string | null>): Host['env'] {
  return new Proxy(env, {
    get(target, name: string) {
      noted.set(name, target[name] ?? null);
      return target[name];
    },
  });
}

/** In the order in which the system has them, which stays the same while nothing comes or goes. */
function namesIn(folder: string, refused: () => void = () => {}): string | null {
  try {
    return readdirSync(folder).join('/');
  } catch (error) {
    if (!saysMissing(error)) refused();
    return null;
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const stateOf = (found: Stats | undefined): State => (found ? { bytes: found.size, time: found.mtimeMs } : NOT_THERE);

function byFolder(files: ReadonlyMap<string, State>): [string, ...(string | number)[]][] {
  const folders = new Map<string, [string, ...(string | number)[]]>();
  for (const [path, { bytes, time }] of files) {
    const folder = dirname(path);
    const prefix = path.startsWith(folder + sep) ? folder + sep : '';
    let states = folders.get(prefix);
    if (!states) {
      states = [prefix];
      folders.set(prefix, states);
    }
    states.push(path.slice(prefix.length), bytes, time);
  }
  return [...folders.values()];
}
