/**
 * One task of `pairs.mjs` in a process of its own, by the libraries of one tree: prints the CPU seconds of the work alone.
 * Trees from before the reading contract are asked the same where they had it.
 */
import path from 'node:path';

const [root, task] = process.argv.slice(2);
const of = (name, file = 'index.js') => import(path.join(root, 'packages', name, 'dist', file));
const library = await of('archive');
const { Archive, createNodeHost, sync } = library;
const { adapters } = await of('core');
const { parseQuery } = library.parseQuery ? library : await of('core', 'query/parse-query.js');
const WORDS = ['the', 'error', 'file', 'read function', 'test'];
const ROUNDS = 12;

const host = createNodeHost({ home: process.env.HOME, env: process.env });
const archive = await Archive.open(host);
const sessions = () => archive.sql.all('SELECT id, uuid, last_seq AS events FROM session ORDER BY id');

/** Pages of events, and the whole of a session, event by event. */
const byContract = ({ events }) => ({
  page: ({ uuid }, after) => events.page(uuid, after, 200),
  async whole({ uuid }) {
    const document = await events.open(uuid, { now: new Date().toISOString() });
    for (const _event of document.events());
    document.close();
  },
});
const byLibrary = () => {
  const events = library.archivedEvents(archive);
  return {
    page: ({ id }, after) => events.page(id, after, 200),
    whole: ({ id }) => library.archivedTranscript(archive, host, id, { now: new Date().toISOString() }),
  };
};

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
    const { page, whole } = archive.store ? byContract(archive.store) : byLibrary();
    for (const session of sessions()) {
      for (let after = 0; after < session.events; after += 200) await page(session, after);
      await whole(session);
    }
  },
};

const work = await TASKS[task]();
const before = process.cpuUsage();
await work();
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1e6), () => process.exit());
