/** An archive as a server takes it: its store, what writes to it, and the machine around it. */
import type { Adapter, Host } from '@hansard/core';
import type { Archive } from './archive.ts';
import { discover } from './discover.ts';
import { servedGit } from './git/served-git.ts';
import { patternRunner } from './host/run-pattern.ts';
import { documentIntake } from './imported/document-intake.ts';
import { sessionErasing } from './maintenance/session-erasing.ts';
import { archiveSharing } from './sharing/archive-sharing.ts';
import type { Exclusions } from './sync/exclusions.ts';
import type { Finder } from './sync/finders.ts';
import type { SyncOptions } from './sync/sync.ts';
import { Watching } from './sync/watching.ts';
import { telemetryIntake } from './telemetry/telemetry-intake.ts';
import { makeFile } from './whole-files.ts';

export interface ServedArchiveOptions {
  readonly archive: Archive;
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  /** What git is started with; where it is absent, no repository is looked at. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Whether the agents' files are watched. */
  readonly watch: boolean;
  readonly exclusions?: Exclusions | undefined;
  readonly finders?: readonly Finder[] | undefined;
  /** Workers for what is new when it is much. */
  readonly readers?: SyncOptions['readers'] | undefined;
  /** Told of bugs, and of what could not be read. */
  readonly report: (error: unknown) => void;
}

export function servedArchive(options: ServedArchiveOptions) {
  const { archive, host, adapters, watch, report } = options;
  const { home, store } = archive;
  return {
    home,
    store,
    adapters,
    report,
    digest: host.digest,
    matcher: patternRunner,
    makeFile,
    sharing: archiveSharing(archive, options.env),
    ...(options.env ? { git: servedGit(archive, options.env) } : {}),
    intake: documentIntake(archive, host),
    telemetry: telemetryIntake({ archive, host, report }),
    erasing: sessionErasing(archive, host, adapters),
    machine: {
      home,
      filesFound: () => filesFound(adapters, host),
      sync: watch ? new Watching(options) : undefined,
    },
  };
}

async function filesFound(adapters: readonly Adapter[], host: Host): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { adapter, sessionInputs } of discover(adapters, host)) found.set(adapter.id, sessionInputs);
  return found;
}
