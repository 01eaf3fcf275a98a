/** Starts the server with the user's settings, on the archive of this machine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Archive, exclusionsOf, servedArchive } from '@hansard/archive';
import { neutraliseLine } from '@hansard/core';
import { type RunningServer, startServer } from '@hansard/server';
import type { Context } from '../context.ts';
import { announceDaemon } from '../live/daemon-file.ts';
import { hostOf, syncedFolders, syncedReaders } from '../machine.ts';
import { readingCrew } from '../sync/reading-crew.ts';
import { zoneOf } from '../terminal/words.ts';
import { priceBook } from '../transcripts/price-book.ts';
import { noteServer } from './running-server.ts';
import { serverPrivacy } from './server-privacy.ts';
import { withoutGrowing } from './starting-heap.ts';
import { upkeepOf } from './upkeep.ts';

export interface ServeOptions {
  readonly host?: string;
  readonly port?: number;
  readonly cors?: string;
  readonly watch: boolean;
  readonly unredacted: boolean;
  /** Runs agents. */
  readonly live?: boolean;
}

export interface OpenServer {
  readonly running: RunningServer;
  close(): Promise<void>;
}

export async function openServer(context: Context, options: ServeOptions): Promise<OpenServer> {
  const settings = await context.settings();
  const host = hostOf(context);
  // A server that runs flows knows their runs.
  const ownRuns = options.live ? [join(process.cwd(), (await import('./flow-runs.ts')).RUNS)] : [];
  const adapters = await syncedReaders(context, ownRuns);
  const privacy = await serverPrivacy(context, host, options.unredacted);
  const prices = await priceBook(settings.get('prices'));
  const archive = await Archive.open(host);
  const exclusions = exclusionsOf(host, settings.get('exclude.projects'));
  const finders = await syncedFolders(context);
  const report = (error: unknown) =>
    context.note(neutraliseLine(error instanceof Error ? error.message : String(error)));
  const live = options.live
    ? await (await import('../live/open-live.ts')).openLive(context, { archive, host, report })
    : undefined;
  const flows =
    live && (await import('./serve-flows.ts')).serveFlows(context, { archive, host, exclusions, live, report });
  const start = () =>
    startServer({
      ...(live ? { live } : {}),
      ...(flows ? { flows } : {}),
      ...servedArchive({
        archive,
        host,
        env: context.env,
        adapters,
        watch: options.watch,
        exclusions,
        finders,
        readers: readingCrew(context),
        report,
      }),
      upkeep: upkeepOf(context, { archive, host, adapters, prices }),
      privacy,
      parquet: async () => (await import('../export/parquet-encoder.ts')).parquetEncoder,
      viewer: async () => (await import('../export/html-viewer.ts')).htmlViewer(),
      version: context.version,
      prices,
      timezone: zoneOf(settings.get('timezone')),
      address: options.host,
      port: options.port,
      cors: options.cors,
      pageFolder: folderBeside('page'),
      referenceFolder: folderBeside('reference'),
    });
  try {
    const running = await withoutGrowing(start);
    const leave = live && announceDaemon(context, running.url);
    const forgetServer = noteServer(archive.home, running.url);
    return {
      running,
      close: async () => {
        forgetServer();
        leave?.();
        await flows?.close();
        const left = (await live?.close()) ?? 0;
        if (left > 0)
          context.note(`${left} ${left === 1 ? 'agent goes' : 'agents go'} on without it; the next server finds them.`);
        const outcome = await running.close();
        archive.close();
        // Without the archive, the sync that is still at work can only fail.
        if (outcome === 'cut-off') process.exit(0);
      },
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** What the build puts beside the program. */
function folderBeside(name: string): string | undefined {
  const folder = join(fileURLToPath(new URL('.', import.meta.url)), name);
  return existsSync(folder) ? folder : undefined;
}

/** Until the user, or the system, ends it. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
