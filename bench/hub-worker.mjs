/** What the benchmark of hubs does, in a process of its own: `hub-worker.mjs PROGRAM GENERATOR` prints its numbers as JSON. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { HubClient } from '@hansard/hub/client';
import { makeKey } from '@hansard/hub/keys/make-key.ts';
import { openHubStore } from '@hansard/hub/open-store.ts';
import { PostgresServer, postgresPlaces } from '@hansard/hub/testing/postgres-server.ts';
import { documentOf, documents, eventOf, sessionOf, sha256 } from './hub-documents.mjs';
import { classesOf, copyAll, searches } from './hub-searches.mjs';
import { cpuOf, familyCpu, residentMb } from './process-cost.mjs';

const [program, generator] = process.argv.slice(2);
const DOCUMENTS = Number(process.env.HANSARD_BENCH_HUB_DOCUMENTS);
const COPIES = Number(process.env.HANSARD_BENCH_HUB_COPIES);
const PARTS = (process.env.HANSARD_BENCH_HUB_PARTS ?? 'send,search').split(',');
const WRITERS = 8;
/** Sent before measuring: hubs that have just started compile what they run. */
const WARMING = 40;

async function startHub(url) {
  const began = performance.now();
  const args = [program, 'hub', 'serve', '--database', url, '--port', '0', '--json'];
  // For whoever looks where the time goes: `HANSARD_BENCH_HUB_PROFILE` is a folder for CPU profiles of the hubs.
  const profile = process.env.HANSARD_BENCH_HUB_PROFILE;
  const options = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const child = spawn(process.execPath, [...options, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url: address } = JSON.parse(line);
    return { child, address, ms: performance.now() - began, mb: residentMb(child.pid), cpu: cpuOf(child.pid) };
  }
  throw new Error('the hub does not start');
}

async function stopHubs(hubs) {
  for (const { child } of hubs) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

async function sendAll(hubs, key, list) {
  let next = 0;
  const began = performance.now();
  const write = async () => {
    for (let n = next++; n < list.length; n = next++) {
      const client = new HubClient({ url: hubs[n % hubs.length].address, key });
      await client.document(list[n].text, list[n].id, undefined);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return performance.now() - began;
}

/** Bytes of segments that a hub does not have, as a share of all. */
const shareOf = (before, after) => {
  const known = new Set(cutSegments(before.events, sha256).map(({ hash }) => hash));
  const all = cutSegments(after.events, sha256);
  const bytes = (list) => list.reduce((sum, one) => sum + one.bytes, 0);
  return bytes(all.filter(({ hash }) => !known.has(hash))) / bytes(all);
};

function growth() {
  const events = sessionOf('grown', 0, 1000);
  const grown = events.concat(Array.from({ length: 100 }, (_, n) => eventOf('last', n, 2)));
  const late = events.toSpliced(500, 0, ...Array.from({ length: 5 }, (_, n) => eventOf('late', n, 0)));
  const before = documentOf('grown', events);
  const row = (what, after, target) => ({
    'of 1,000 events': what,
    'sent again': `${(100 * shareOf(before, documentOf('grown', after, 2))).toFixed(1)} %`,
    target,
  });
  return [row('a tenth more', grown, '20 %'), row('five late ones', late, '5 %')];
}

const place = postgresPlaces().at(-1);
const server = await PostgresServer.start(place, ['fsync=on', 'shared_buffers=512MB', 'max_wal_size=4GB']);
const url = await server.database();
const store = await openHubStore({ database: url }, () => {});
const { key } = await makeKey(store, { role: 'submitter' }, Date.now());
const { key: reader } = await makeKey(store, { role: 'reader' }, Date.now());
await store.close();
const all = await documents(generator, WARMING + DOCUMENTS * (PARTS.includes('search') ? 2 : 1));
const [warming, some, others] = [
  all.slice(0, WARMING),
  all.slice(WARMING, WARMING + DOCUMENTS),
  all.slice(WARMING + DOCUMENTS),
];
let hubs = [await startHub(url), await startHub(url)];
const [, started] = hubs;

async function measured(list) {
  const hubCpu = () => hubs.reduce((sum, { child }) => sum + cpuOf(child.pid), 0);
  const [hubBefore, databaseBefore] = [hubCpu(), familyCpu(server.pid)];
  const ms = await sendAll(hubs, key, list);
  return { ms, hub: hubCpu() - hubBefore, database: familyCpu(server.pid) - databaseBefore };
}
await sendAll(hubs, key, warming);
const first = await measured(some);
const again = await measured(some);
const events = some.reduce((sum, one) => sum + one.events, 0);
const megabytes = some.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
const microseconds = (seconds) => `${((seconds / events) * 1e6).toFixed(0)} µs`;
const sending = [
  {
    what: 'started, CPU, memory',
    value: `${started.ms.toFixed(0)} ms, ${started.cpu} s, ${started.mb.toFixed(0)} MiB`,
    target: '1,000 ms, 120 MiB',
  },
  { what: 'events a second', value: ((events / first.ms) * 1000).toFixed(0), target: '5000' },
  { what: 'hub CPU an event', value: microseconds(first.hub), target: '150 µs' },
  { what: 'database CPU an event', value: microseconds(first.database), target: '100 µs' },
  { what: 'the same again, a document', value: `${(again.ms / some.length).toFixed(1)} ms`, target: '5 ms' },
  {
    what: 'its CPU, hub and database',
    value: `${((again.hub / some.length) * 1e3).toFixed(1)} and ${((again.database / some.length) * 1e3).toFixed(1)} ms`,
    target: '',
  },
  { what: 'a hub afterwards', value: `${residentMb(hubs[0].child.pid).toFixed(0)} MiB`, target: '' },
];

async function searching() {
  const copied = await copyAll(server, url, COPIES);
  await stopHubs(hubs);
  hubs = [await startHub(url), await startHub(url)];
  const classes = classesOf(all);
  await searches(hubs[0].address, reader, classes, '');
  const quiet = await searches(hubs[0].address, reader, classes, 'quiet');
  const uploading = sendAll(hubs, key, others);
  const busy = await searches(hubs[0].address, reader, classes, 'while uploading');
  await uploading;
  return { rows: [...quiet, ...busy], copied, mb: residentMb(hubs[0].child.pid) };
}
const found = PARTS.includes('search') ? await searching() : { rows: [], copied: 0, mb: 0 };
await stopHubs(hubs);
await server.stop();
const title = `${some.length} documents, ${events} events, ${megabytes.toFixed(0)} MB, two hubs on ${place.name}`;
const searchTitle = `Search over ${found.copied} events, milliseconds; target p50 50, p90 150; a hub then ${found.mb.toFixed(0)} MiB`;
process.stdout.write(JSON.stringify({ title, sending, growing: growth(), searchTitle, searching: found.rows }));
process.exit();
