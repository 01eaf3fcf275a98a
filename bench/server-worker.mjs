/**
 * The server of the benchmark, bundled as the command is: keeps the logs of the home, listens, and tells by IPC where,
 * and what it has used when it is asked.
 */
import { Archive } from '../packages/archive/src/archive.ts';
import { createNodeHost } from '../packages/archive/src/host/node-host.ts';
import { servedArchive } from '../packages/archive/src/served-archive.ts';
import { sync } from '../packages/archive/src/sync/sync.ts';
import { adapters } from '../packages/core/src/adapters/index.ts';
import { loadPriceBook } from '../packages/core/src/usage/load-prices.ts';
import { startServer } from '../packages/server/src/start.ts';

const host = createNodeHost({ home: process.env.HOME, env: process.env });
const archive = await Archive.open(host);
await sync({ archive, adapters, host, now: new Date().toISOString() });
const privacy = {
  chosen: 'none',
  unredacted: true,
  names: () => [],
  profile: () => undefined,
  gate: async () => undefined,
};
const server = await startServer({
  ...servedArchive({ archive, host, adapters, watch: false, report: (error) => console.error(error) }),
  version: '0',
  prices: await loadPriceBook(),
  timezone: 'UTC',
  privacy,
  port: 0,
});
let peak = 0;
const look = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);
process.on('message', (message) => {
  if (message === 'usage') process.send({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss(), peak });
  else if (message === 'forget') peak = 0;
  else {
    clearInterval(look);
    server.close().then(() => process.exit());
  }
});
process.send({ port: server.port, token: server.app.guard.token.text });
// Whoever measures is gone.
process.on('disconnect', () => process.exit());
