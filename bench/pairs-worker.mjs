/**
 * One task of `pairs.mjs` in a process of its own, by the library of one tree: prints the CPU seconds of the work alone.
 * Trees from before the reading contract are asked the same where they had it.
 */
const [file, task] = process.argv.slice(2);
const library = await import(file);
const { adapters, Archive, createNodeHost, parseQuery, sync } = library;
const WORDS = ['the', 'error', 'file', 'read function', 'test'];
const ROUNDS = 12;
const PAGE_ROUNDS = 4;

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

async function search(words) {
  for (const word of words) {
    const query = parseQuery(word, { now: Date.now(), timezone: 'UTC' });
    for (const order of ['newest', 'ranked']) await archive.search.find(query, { order });
  }
}

async function read(wanted) {
  const { page, whole } = archive.store ? byContract(archive.store) : byLibrary();
  for (const session of wanted) {
    for (let after = 0; after < session.events; after += 200) await page(session, after);
    await whole(session);
  }
}

/** The work, and what loads its code first: how long that takes is told by the benchmark of starts. */
const TASKS = {
  sync: { work: () => sync({ archive, adapters, host, now: new Date().toISOString() }) },
  search: {
    load: () => search(WORDS.slice(0, 1)),
    work: async () => {
      for (let round = 0; round < ROUNDS; round++) await search(WORDS);
    },
  },
  page: {
    load: () => read(sessions()),
    work: async () => {
      for (let round = 0; round < PAGE_ROUNDS; round++) await read(sessions());
    },
  },
};

const { load, work } = TASKS[task];
await load?.();
const before = process.cpuUsage();
await work();
const { user, system } = process.cpuUsage(before);
process.stdout.write(String((user + system) / 1e6), () => process.exit());
