/** Starts a hub: listens, answers its routes and those of every server, and stops without losing anything. */

import type { PriceBook } from '@hansard/core';
import { hubOpenapiDocument } from '@hansard/core/api/openapi.ts';
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
import { loginPage } from './login/login-page.ts';
import { HubMetrics } from './operations/metrics.ts';
import { openStatusPort } from './operations/status-port.ts';
import { beginTending } from './operations/tending.ts';
import { removeOverdue } from './people/retention.ts';
import { hubHandlers } from './routes/handlers.ts';
import type { Key } from './store/contract.ts';
import { tellWebhooks } from './webhooks/tell.ts';

export const HUB_PORT = 7430;

export interface StartHubOptions extends HubOptions {
  readonly prices: PriceBook;
  readonly address?: string | undefined;
  readonly port?: number | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly pageFolder?: string | undefined;
  readonly referenceFolder?: string | undefined;
  /** Of `/livez`, `/readyz` and `/metrics`; 0 takes any. Without it there are none. */
  readonly statusPort?: number | undefined;
  /** Hosts that webhooks may lead to though their addresses are private. */
  readonly webhookHosts?: readonly string[] | undefined;
  /** How many proxies stand before the hub: who asks is told by the last of them. */
  readonly proxies?: number | undefined;
}

export interface RunningHub {
  readonly hub: Hub;
  readonly url: string;
  readonly port: number;
  readonly statusUrl: string | undefined;
  close(): Promise<void>;
}

export async function startHub(options: StartHubOptions): Promise<RunningHub> {
  const { address = '127.0.0.1', port = HUB_PORT } = options;
  const hub = await Hub.open(options);
  const stopping = new AbortController();
  const app = await appOf(hub, options, address, stopping.signal);
  const metrics = new HubMetrics(hub.store);
  const more = { routes: hubRoutes, handlers: hubHandlers(hub, metrics) };
  const server = createServer(app, undefined, more, { proxies: options.proxies });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.answered(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  });
  const check = async () => void (await hub.store.state());
  const taken = await listen(server, address, port);
  const status =
    options.statusPort === undefined
      ? undefined
      : await openStatusPort({ address, port: options.statusPort, metrics, check, stopping: stopping.signal });
  const endTending = beginTending({
    tend: async () => {
      await removeOverdue(hub.store, hub.now());
      await hub.store.tend(hub.now());
      await tellWebhooks(hub.store, { now: hub.now(), allowed: options.webhookHosts ?? [] });
    },
    report: options.report,
    tended: (result) => metrics.tended(result),
  });
  return {
    hub,
    port: taken,
    url: `http://${bracketed(address)}:${taken}`,
    statusUrl: status?.url,
    close: async () => {
      stopping.abort();
      await closeWithin(server, PATIENCE_MS);
      status?.close();
      await endTending();
      await hub.close();
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

const NOBODY: Key = {
  ...{ no: -1, keyId: '', role: 'auditor', project: null, pseudonym: '', name: null, made: 0, quota: null },
  ...{ expires: null, revoked: null, lastUsed: null, person: null, transcript: null, madeBy: null },
};

async function appOf(hub: Hub, options: StartHubOptions, address: string, stopping: AbortSignal): Promise<App> {
  const { prices, matcher, version, report, hosts, pageFolder, referenceFolder } = options;
  const store = await hub.storeFor(NOBODY);
  const loopback = isLoopback(address);
  const base = { version, store, adapters: [], prices, timezone: 'UTC', digest: sha256, matcher, privacy: AS_IT_IS };
  const app: App = {
    ...base,
    contents: await Contents.open(base, AS_IT_IS, loopback),
    guard: new HubDoor({ store: hub.store, now: hub.now, hosts }),
    loopback,
    page: new Site(pageFolder),
    reference: new Site(referenceFolder),
    describe: hubOpenapiDocument,
    loginPage: loginPage({ signIn: hub.signIn !== undefined }),
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
  const { role, keyId, pseudonym, person } = key;
  const name = person === null ? null : await hub.store.people.name(person);
  const who = { role, keyId, pseudonym, signIn: hub.signIn !== undefined, name };
  return { ...app, store, contents, isScoped: true, hub: who };
}
