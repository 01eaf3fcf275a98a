/** `hansard hub serve`: runs the hub until it is stopped. The first start prints the key of an admin, once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { patternRunner } from '@hansard/archive';
import { Failure, neutraliseLine } from '@hansard/core';
import { HUB_PORT, makeKey, openHubStore, startHub } from '@hansard/hub';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { untilStopped } from '../serve/open-server.ts';
import { portOf } from '../serve/port.ts';
import { priceBook } from '../transcripts/price-book.ts';
import { hubPlace } from './hub-place.ts';
import { signInOf } from './sign-in.ts';

export async function serveHub(context: Context, args: Arguments): Promise<number> {
  const report = (error: unknown) =>
    context.note(neutraliseLine(error instanceof Error ? error.message : String(error)));
  const prices = await priceBook((await context.settings()).get('prices'));
  const store = await openHubStore(hubPlace(context, args, true), report);
  const hosts = args.texts('host-name');
  const port = portOf(args.text('port'));
  const running = await startHub({
    store,
    version: context.version,
    matcher: patternRunner,
    report,
    prices,
    address: args.text('host'),
    port,
    statusPort: portOf(args.text('status-port')) ?? (port === 0 ? 0 : (port ?? HUB_PORT) + 1),
    proxies: proxiesOf(args),
    webhookHosts: args.texts('webhook-host'),
    signIn: signInOf(context, args, port ?? HUB_PORT),
    hosts: hosts.length > 0 ? [...hosts.map((one) => one.toLowerCase()), 'localhost', '127.0.0.1'] : undefined,
    pageFolder: folderBeside('page'),
    referenceFolder: folderBeside('reference'),
  }).catch(async (error) => {
    await store.close();
    throw error;
  });
  const { url, statusUrl, hub } = running;
  const admin = await firstAdmin(store);
  if (args.flag('json')) {
    await context.out.write(
      `${JSON.stringify({ url, port: running.port, statusUrl, hub: hub.signer.hubId, publicKey: hub.signer.publicKey, ...(admin && { adminKey: admin }) })}\n`,
    );
  } else {
    const shown = admin ? `The key of an admin, which is shown this once:\n${admin}\n` : '';
    await context.out.write(`${url}\n${shown}Health and metrics: ${statusUrl}/readyz and /metrics. Ctrl-C ends it.\n`);
  }
  await context.out.flush();
  await untilStopped();
  await running.close();
  return 0;
}

function proxiesOf(args: Arguments): number {
  const proxies = Number(args.text('proxies') ?? 0);
  if (proxies >= 0 && proxies <= 10) return proxies;
  throw new Failure('bad-argument', '--proxies is the number of proxies before the hub, 0 to 10.');
}

/** Undefined when there are keys already. */
async function firstAdmin(store: Awaited<ReturnType<typeof openHubStore>>): Promise<string | undefined> {
  // Of several processes that start on one database, one makes it.
  if ((await store.keys.list()).some(({ role }) => role === 'admin')) return undefined;
  const mine = `${process.pid} ${Date.now()} ${Math.random()}`;
  if ((await store.setting('first-admin', () => mine)) !== mine) return undefined;
  return (await makeKey(store, { role: 'admin', name: 'first' }, Date.now())).key;
}

/** What the build puts beside the program. */
function folderBeside(name: string): string | undefined {
  const folder = join(fileURLToPath(new URL('.', import.meta.url)), name);
  return existsSync(folder) ? folder : undefined;
}
