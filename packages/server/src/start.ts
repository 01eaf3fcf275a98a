/** Starts the server on a store: listens, keeps up with the agents' files, and stops without losing anything. */
import { hostname } from 'node:os';
import { Failure } from '@hansard/core';
import type { FastifyInstance } from 'fastify';
import type { App } from './app.ts';
import { Contents } from './content/contents.ts';
import { withGatesKept } from './content/server-privacy.ts';
import { releaseMemory } from './release-memory.ts';
import { AccessTokens } from './security/access-tokens.ts';
import { Guard } from './security/guard.ts';
import { bracketed, isLoopback } from './security/hosts.ts';
import { tokenIn } from './security/token.ts';
import { createServer } from './server.ts';
import { Site } from './site/site.ts';

type Injected =
  | 'store'
  | 'machine'
  | 'live'
  | 'flows'
  | 'sharing'
  | 'intake'
  | 'telemetry'
  | 'erasing'
  | 'upkeep'
  | 'adapters'
  | 'version'
  | 'prices'
  | 'timezone'
  | 'digest';

export interface ServerOptions extends Pick<App, Injected | 'matcher' | 'parquet' | 'viewer' | 'privacy' | 'report'> {
  /** Folder for the server's tokens. */
  readonly home: string;
  /** Writes a file that is not there yet, whole or not at all, for its owner only; false when it is there. */
  readonly makeFile: (path: string, text: string) => boolean;
  /** Address to listen on; loopback unless said. */
  readonly address?: string | undefined;
  /** Without one, the usual port or the next that is free. */
  readonly port?: number | undefined;
  readonly cors?: string | undefined;
  readonly pageFolder?: string | undefined;
  readonly referenceFolder?: string | undefined;
}

export interface RunningServer {
  readonly port: number;
  /** `http://127.0.0.1:7420` */
  readonly url: string;
  /** Logs a browser in. */
  readonly link: string;
  /** Does so, and leads to a session. */
  linkTo(session: string, event?: string): string;
  readonly app: OwnApp;
  /** The first sync, when files are watched. */
  readonly synced: Promise<unknown>;
  /** `cut-off`: a sync was still at work and goes on until the process ends; what it has committed is kept. */
  close(): Promise<'done' | 'cut-off'>;
}

/** Of the machine's own server, to which its user has a token. */
type OwnApp = App & { readonly guard: Guard };

export const USUAL_PORT = 7420;
/** Ports that are tried after the usual one. */
const TRIED = 20;
/** Readers that do not go by then are cut off. */
export const PATIENCE_MS = 3000;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const address = options.address ?? '127.0.0.1';
  const stopping = new AbortController();
  const sync = options.machine?.sync;
  const guard = new Guard({
    token: tokenIn(options.home, options.makeFile),
    others: new AccessTokens(options.home),
    host: address,
    cors: options.cors,
  });
  const app = await appOf(options, guard, address, stopping.signal);
  const server = createServer(app);
  const port = await listen(server, address, options.port);
  const name = address === '0.0.0.0' || address === '::' ? hostname() : bracketed(address);
  const url = `http://${name}:${port}`;
  const link = `${url}/login?token=${guard.token.text}`;
  const synced = sync ? sync.begin() : Promise.resolve(undefined);
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
      const [outcome = 'done'] = await Promise.all([sync?.close(), closeWithin(server, PATIENCE_MS)]);
      await options.telemetry?.settled();
      return outcome;
    },
  };
}

async function appOf(options: ServerOptions, guard: Guard, address: string, stopping: AbortSignal): Promise<OwnApp> {
  const { pageFolder, referenceFolder, ...injected } = options;
  const privacy = withGatesKept(options.privacy);
  const loopback = isLoopback(address);
  return {
    ...injected,
    privacy,
    contents: await Contents.open(injected, privacy, loopback),
    guard,
    loopback,
    page: new Site(pageFolder),
    reference: new Site(referenceFolder),
    stopping,
  };
}

/** A port that was asked for is the one, or none. */
export async function listen(server: FastifyInstance, host: string, asked: number | undefined): Promise<number> {
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

export async function closeWithin(server: FastifyInstance, milliseconds: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), milliseconds);
  await server.close();
  clearTimeout(timer);
}
