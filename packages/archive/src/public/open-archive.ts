/** An archive for programs: opened, brought up to date, read through the store, and closed. */
import { resolve } from 'node:path';
import { type Adapter, Failure, type Host, type Transcript } from '@hansard/core';
import type { Store } from '@hansard/core/store/store.ts';
import {
  Archive,
  archivedTranscript,
  type BackupMade,
  backup,
  createNodeHost,
  findSession,
  readers,
  rereadOutdated,
  type SyncSummary,
  servedArchive,
  sync,
} from '../index.ts';

export interface OpenArchiveOptions {
  /** Where the archive lies; by default where the command keeps it. */
  readonly folder?: string | undefined;
  /** The home folder whose agents are read; by default the user's. */
  readonly home?: string | undefined;
  /** Those that read; by default all. */
  readonly adapters?: readonly Adapter[] | undefined;
}

export interface OpenedArchive {
  readonly folder: string;
  /** Everything that can be asked: sessions, events, search, numbers, views. */
  readonly store: Store;
  /** Takes in what the agents have written since the last time; reads again what an older version of Hansard has read. */
  sync(): Promise<SyncSummary>;
  /** The whole session, by its id, the beginning of one, or the agent's own id. Fails with the code `unknown-session`. */
  transcript(session: string): Promise<Transcript>;
  /** What a server takes: `startServer({ ...archive.served(), … })`. With `watch` it keeps up with the agents' files. */
  served(options?: { readonly watch?: boolean; readonly report?: (error: unknown) => void }): ServedArchive;
  /** Writes a copy of the archive to a file. */
  backup(file: string): Promise<BackupMade>;
  close(): void;
}

export type ServedArchive = ReturnType<typeof servedArchive>;

/** What our own packages take of an archive that a program has opened. */
export interface InsideArchive {
  readonly archive: Archive;
  readonly host: Host;
}

const inside = new WeakMap<OpenedArchive, InsideArchive>();

export function insideOf(opened: OpenedArchive): InsideArchive {
  const found = inside.get(opened);
  if (!found) throw new Failure('bad-argument', 'That is no archive that openArchive has opened.');
  return found;
}

/** Makes the archive if there is none. */
export async function openArchive(options: OpenArchiveOptions = {}): Promise<OpenedArchive> {
  const { folder, home, adapters = readers } = options;
  const env = folder === undefined ? process.env : { ...process.env, HANSARD_HOME: resolve(folder) };
  const host = createNodeHost({ ...(home === undefined ? {} : { home: resolve(home) }), env });
  const archive = await Archive.open(host, adapters);
  const now = () => new Date().toISOString();
  const opened: OpenedArchive = {
    folder: archive.home,
    store: archive.store,
    sync: async () => {
      const summary = await sync({ archive, adapters, host, now: now() });
      const reread = await rereadOutdated(archive, { adapters, host, now: now() });
      return reread ? { ...summary, problems: [...summary.problems, ...reread.problems] } : summary;
    },
    transcript: async (session) => archivedTranscript(archive, host, findSession(archive, session).id, { now: now() }),
    backup: (file) => backup(archive, resolve(file), { now: now() }),
    served: ({ watch = false, report = warn } = {}) => servedArchive({ archive, host, adapters, watch, report, env }),
    close: () => archive.close(),
  };
  inside.set(opened, { archive, host });
  return opened;
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
