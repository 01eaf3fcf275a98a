/** Starts a hub: listens, answers its routes and those of every server, and stops without losing anything. */

import type { PriceBook } from '@hansard/core';
import { hubRoutes } from '@hansard/core/api/routes/hub.ts';
import {
  type App,
  bracketed,
  Contents,
  closeWithin,
  createServer,
  isLoopback,
  listen,
  PATIENCE_MS,
  type Principal,
  type ServerPrivacy,
  Site,
} from '@hansard/server/frame';
import { sha256 } from './digest.ts';
import { Hub, type HubOptions } from './hub.ts';
import { HubDoor, type HubPrincipal } from './hub-door.ts';
import { hubHandlers } from './routes/handlers.ts';

export const HUB_PORT = 7430;

export interface StartHubOptions extends HubOptions {
  readonly prices: PriceBook;
  readonly address?: string | undefined;
  readonly port?: number | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly pageFolder?: string | undefined;
  readonly referenceFolder?: string | undefined;
}

export interface RunningHub {
  readonly hub: Hub;
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export async function startHub(options: StartHubOptions): Promise<RunningHub> {
  const { address = '127.0.0.1', port = HUB_PORT } = options;
  const hub = await Hub.open(options);
  const stopping = new AbortController();
  const app = await appOf(hub, options, address, stopping.signal);
  const server = createServer(app, undefined, { routes: hubRoutes, handlers: hubHandlers(hub) });
  const taken = await listen(server, address, port);
  return {
    hub,
    port: taken,
    url: `http://${bracketed(address)}:${taken}`,
    close: async () => {
      stopping.abort();
      await closeWithin(server, PATIENCE_MS);
      hub.close();
      await hub.store.close();
    },
  };
}

/** What is on a hub was redacted before it came: it is shown as it is, to those who may see it. */
const AS_IT_IS: ServerPrivacy = {
  chosen: 'strict',
  unredacted: true,
  names: () => [],
  profile: () => {
    throw new Error('a hub has no profiles');
  },
  gate: async () => undefined,
};

async function appOf(hub: Hub, options: StartHubOptions, address: string, stopping: AbortSignal): Promise<App> {
  const { prices, matcher, version, report, hosts, pageFolder, referenceFolder } = options;
  const nobody = { no: -1, keyId: '', role: 'auditor', project: null, pseudonym: '' } as const;
  const store = await hub.storeFor({ ...nobody, name: null, made: 0, expires: null, revoked: null, lastUsed: null });
  const loopback = isLoopback(address);
  const base = { version, store, adapters: [], prices, timezone: 'UTC', digest: sha256, matcher, privacy: AS_IT_IS };
  const app: App = {
    ...base,
    contents: await Contents.open(base, AS_IT_IS, loopback),
    guard: new HubDoor({ store: hub.store, now: hub.now, hosts }),
    loopback,
    page: new Site(pageFolder),
    reference: new Site(referenceFolder),
    stopping,
    report,
    scopedTo: async (principal) => scoped(app, hub, principal),
  };
  return app;
}

async function scoped(app: App, hub: Hub, principal: Principal): Promise<App> {
  const { key } = principal as HubPrincipal;
  const store = await hub.storeFor(key);
  const contents = await Contents.open({ ...app, store }, AS_IT_IS, true);
  return { ...app, store, contents, isScoped: true };
}
