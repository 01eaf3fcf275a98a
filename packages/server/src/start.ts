/** Starts the server on an archive: listens, watches the agents' files, and stops without losing anything. */
import { hostname } from 'node:os';
import type { Archive, Exclusions, SyncSummary } from '@hansard/archive';
import { type Adapter, Failure, type Host, type PriceBook } from '@hansard/core';
import type { FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import { Changes } from './changes.ts';
import { contentFor } from './content/content-for.ts';
import { type ServerPrivacy, withGatesKept } from './content/server-privacy.ts';
import { releaseMemory } from './release-memory.ts';
import { Guard } from './security/guard.ts';
import { bracketed, isLoopback } from './security/hosts.ts';
import { tokenIn } from './security/token.ts';
import { createServer } from './server.ts';
import { Site } from './site/site.ts';
import { Watching } from './watching.ts';

export interface ServerOptions {
  readonly archive: Archive;
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  readonly version: string;
  readonly prices: PriceBook;
  readonly timezone: string;
  readonly privacy: ServerPrivacy;
  /** See `App`. */
  readonly parquet?: App['parquet'];
  readonly long?: number;
  /** Address to listen on; loopback unless said. */
  readonly address?: string;
  /** Without one, the usual port or the next that is free. */
  readonly port?: number;
  readonly cors?: string;
  /** Whether the agents' files are watched. */
  readonly watch: boolean;
  readonly exclusions?: Exclusions;
  readonly pageFolder?: string;
  readonly referenceFolder?: string;
  /** Told of bugs, and of what could not be read. */
  readonly report: (error: unknown) => void;
}

export interface RunningServer {
  readonly port: number;
  /** `http://127.0.0.1:7420` */
  readonly url: string;
  /** Logs a browser in. */
  readonly link: string;
  /** Does so, and leads to a session. */
  linkTo(session: string, event?: string): string;
  readonly app: App;
  /** The first sync, when files are watched. */
  readonly synced: Promise<SyncSummary | undefined>;
  /** `cut-off`: a sync was still at work and goes on until the process ends; what it has committed is kept. */
  close(): Promise<'done' | 'cut-off'>;
}

export const USUAL_PORT = 7420;
/** Ports that are tried after the usual one. */
const TRIED = 20;
/** Readers that do not go by then are cut off. */
const PATIENCE_MS = 3000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const address = options.address ?? '127.0.0.1';
  const stopping = new AbortController();
  const sync = new Watching(options);
  const app = await appOf(options, address, sync, stopping.signal);
  const server = createServer(app);
  const port = await listen(server, address, options.port);
  const name = address === '0.0.0.0' || address === '::' ? hostname() : bracketed(address);
  const url = `http://${name}:${port}`;
  const link = `${url}/login?token=${app.guard.token.text}`;
  const synced = options.watch ? sync.begin(app.changes) : Promise.resolve(undefined);
  void synced.then(releaseMemory);
  return {
    port,
    url,
    link,
    linkTo: (session, event) =>
      `${link}&${new URLSearchParams({ session, ...(event !== undefined && { event }) }).toString()}`,
    app,
    synced,
    close: async () => {
      stopping.abort();
      const [outcome] = await Promise.all([sync.close(), closeWithin(server, PATIENCE_MS)]);
      return outcome;
    },
  };
}

async function appOf(options: ServerOptions, address: string, sync: Watching, stopping: AbortSignal): Promise<App> {
  const { archive, host, adapters, version, prices, timezone, cors, report } = options;
  const privacy = withGatesKept(options.privacy);
  const loopback = isLoopback(address);
  return {
    archive,
    host,
    adapters,
    version,
    prices,
    timezone,
    privacy,
    parquet: options.parquet,
    long: options.long,
    changes: new Changes(),
    content: await contentFor({ archive, host, prices, timezone }, privacy, loopback),
    guard: new Guard({ token: tokenIn(archive.home), host: address, cors }),
    loopback,
    watching: options.watch,
    syncing: () => sync.progress,
    page: new Site(options.pageFolder),
    reference: new Site(options.referenceFolder),
    stopping,
    report,
  };
}

/** A port that was asked for is the one, or none. */
async function listen(server: FastifyInstance, host: string, asked: number | undefined): Promise<number> {
  const ports = asked === undefined ? Array.from({ length: TRIED }, (_, i) => USUAL_PORT + i) : [asked];
  for (const [i, port] of ports.entries()) {
    try {
      await server.listen({ host, port });
      return (server.server.address() as { port: number }).port;
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && i < ports.length - 1) continue;
      const why = code === 'EADDRINUSE' ? 'another program listens there' : message;
      throw new Failure('cannot-listen', `${bracketed(host)}:${port} cannot be listened on: ${why}.`, { cause });
    }
  }
  throw new Error('there is always a port to try');
}

async function closeWithin(server: FastifyInstance, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), milliseconds);
  await server.close();
  clearTimeout(timer);
}
