/** Searches inside one process, class by class in turn, so that no class has the caches to itself. */
import { pathToFileURL } from 'node:url';
import { CLASSES } from './search-logs.mjs';

const [library, rounds] = process.argv.slice(2);
const { Archive, createNodeHost } = await import(library);
const { parseQuery } = await import(new URL('../../core/dist/query/parse-query.js', pathToFileURL(library)));
const host = createNodeHost({ home: process.env.HOME, env: process.env });
const archive = await Archive.open(host);
const samples = Object.fromEntries(
  Object.keys(CLASSES).map((name) => [name, { newest: [], ranked: [], newestCpu: [], rankedCpu: [] }]),
);

for (let round = 0; round <= Number(rounds); round++) {
  for (const [name, word] of Object.entries(CLASSES)) {
    const query = parseQuery(word, { now: Date.now(), timezone: 'UTC' });
    for (const order of ['newest', 'ranked']) {
      const cpu = process.cpuUsage();
      const before = performance.now();
      await archive.search.find(query, { order });
      const took = performance.now() - before;
      const { user, system } = process.cpuUsage(cpu);
      if (round === 0 && order === 'newest') samples[name].first = took;
      if (round === 0) continue;
      samples[name][order].push(took);
      samples[name][`${order}Cpu`].push((user + system) / 1000);
    }
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const hits = (word) => archive.sql.get('SELECT count(*) AS n FROM event_text WHERE event_text MATCH ?', `"${word}"`).n;
const classes = Object.fromEntries(
  Object.entries(samples).map(([name, { first, ...lists }]) => [
    name,
    {
      first,
      hits: hits(CLASSES[name]),
      ...Object.fromEntries(Object.entries(lists).map(([key, values]) => [key, median(values)])),
    },
  ]),
);
console.log(JSON.stringify({ events: archive.sizes().events, classes }));
archive.close();
