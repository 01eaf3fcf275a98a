/** One task of `pairs.mjs` in a process of its own, by the libraries of one tree: prints the CPU seconds of the work alone. */
import path from 'node:path';

const [root, task] = process.argv.slice(2);
const of = (name, file = 'index.js') => import(path.join(root, 'packages', name, 'dist', file));
const { Archive, createNodeHost, servedArchive, sync } = await of('archive');
const { adapters, loadPriceBook } = await of('core');
const { parseQuery } = await of('core', 'query/parse-query.js');
const WORDS = ['the', 'error', 'file', 'read function', 'test'];
const ROUNDS = 12;

const host = createNodeHost({ home: process.env.HOME, env: process.env });
const archive = await Archive.open(host);
const sessions = () => archive.sql.all('SELECT uuid, last_seq AS events FROM session ORDER BY id');

const TASKS = {
  sync: async () => () => sync({ archive, adapters, host, now: new Date().toISOString() }),
  search: async () => async () => {
    for (let round = 0; round < ROUNDS; round++) {
      for (const word of WORDS) {
        const query = parseQuery(word, { now: Date.now(), timezone: 'UTC' });
        for (const order of ['newest', 'ranked']) await archive.search.find(query, { order });
      }
    }
  },
  page: async () => async () => {
    const { events } = archive.store;
    for (const { uuid, events: last } of sessions()) {
      for (let after = 0; after < last; after += 200) await events.page(uuid, after, 200);
      const document = await events.open(uuid, { now: new Date().toISOString() });
      for (const _event of document.events());
      document.close();
    }
  },
  server: async () => {
    const { startServer } = await of('server', 'start.js');
    const privacy = { chosen: 'none', unredacted: true, names: () => [], profile() {}, gate: async () => undefined };
    const served = servedArchive({ archive, host, adapters, watch: false, report: console.error });
    const prices = await loadPriceBook();
    const server = await startServer({ ...served, version: '0', prices, timezone: 'UTC', privacy, port: 0 });
    const headers = { authorization: `Bearer ${server.app.guard.token.text}` };
    const get = async (route) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${route}`, { headers });
      if (!answer.ok) throw new Error(`${route}: ${answer.status}`);
      await answer.arrayBuffer();
    };
    return async () => {
      for (const { uuid, events } of sessions()) {
        await get(`/v1/sessions/${uuid}`);
        for (let at = 0; at < events; at += 100) await get(`/v1/sessions/${uuid}/events?offset=${at}`);
        for (let at = 0; at < events; at += 200) await get(`/v1/transcripts/${uuid}/events?after=${at}`);
      }
      for (const word of WORDS) await get(`/v1/search?q=${encodeURIComponent(word)}`);
      await server.close();
    };
  },
};

const work = await TASKS[task]();
const before = process.cpuUsage();
await work();
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1e6), () => process.exit());
