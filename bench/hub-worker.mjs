/** What the benchmark of hubs does, in a process of its own: `hub-worker.mjs PROGRAM` prints its numbers as JSON. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { cutSegments } from '@hansard/core/segments/cut-segments.ts';
import { transcriptOf } from '@hansard/core/testing/small-transcript.ts';
import { testGate } from '@hansard/core/testing/test-gate.ts';
import { HubClient } from '@hansard/hub/client';
import { makeKey } from '@hansard/hub/keys/make-key.ts';
import { openHubStore } from '@hansard/hub/open-store.ts';
import { PostgresServer, postgresPlaces } from '@hansard/hub/testing/postgres-server.ts';

const [program] = process.argv.slice(2);
const DOCUMENTS = Number(process.env.HANSARD_BENCH_HUB_DOCUMENTS);
const COPIES = Number(process.env.HANSARD_BENCH_HUB_COPIES);
const EVENTS = 170;
const WRITERS = 8;
const QUESTIONS = 40;
const TICKS = 100;
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

let state = 1;
const random = () => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return state / 0x7fffffff;
};
const wordOf = (rank) => `w${((rank * 2654435761) % 4294967296).toString(36)}`;
/** Some words are in nearly every text and most are rare, as in real ones. */
const anyWord = () => wordOf(Math.floor(60_000 ** random()));
const textOf = (words) => Array.from({ length: words }, anyWord).join(' ');
const uuidOf = (name) => sha256(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const gate = testGate('team');
function documentOf(name, events, generation = 1) {
  const transcript = { ...transcriptOf(events, { nativeId: name, generation }), transcriptId: uuidOf(name) };
  return gate.redactTranscript(transcript);
}
const eventOf = (name, n, day) => {
  const timestamp = new Date(Date.UTC(2026, 0, 1 + day, 9) + n * 20_000).toISOString();
  const id = `${name}-${n}`;
  if (n % 4 === 0) return { id, timestamp, type: 'user_message', role: 'user', text: textOf(60) };
  if (n % 4 === 1) return { id, timestamp, type: 'assistant_message', role: 'assistant', text: textOf(120) };
  const input = { command: `grep -rn ${textOf(8)}` };
  return { id, timestamp, type: 'tool_call', tool: { name: 'Bash', input, output: textOf(500), status: 'ok' } };
};
const sessionOf = (name, day) => Array.from({ length: EVENTS }, (_, n) => eventOf(name, n, day));

const ticksOf = (pid, waited) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]) + (waited ? Number(fields[13]) + Number(fields[14]) : 0);
};
const childrenOf = (pid) =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return (
        readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1] === String(pid)
      );
    } catch {
      return false;
    }
  });
const databaseCpu = (pid) =>
  (ticksOf(pid, true) + childrenOf(pid).reduce((sum, child) => sum + ticksOf(child, false), 0)) / TICKS;
const residentMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

async function startHub(url) {
  const began = performance.now();
  const args = [program, 'hub', 'serve', '--database', url, '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: process.env });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url: address } = JSON.parse(line);
    return { child, address, ms: performance.now() - began, mb: residentMb(child.pid) };
  }
  throw new Error('the hub does not start');
}

async function sendAll(hubs, key, documents) {
  let next = 0;
  const began = performance.now();
  const write = async () => {
    for (let n = next++; n < documents.length; n = next++) {
      const client = new HubClient({ url: hubs[n % hubs.length].address, key });
      await client.document(documents[n].text, documents[n].id, undefined);
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
  const events = sessionOf('grown', 0).concat(Array.from({ length: 830 }, (_, n) => eventOf('more', n, 1)));
  const grown = events.concat(Array.from({ length: 100 }, (_, n) => eventOf('last', n, 2)));
  const late = [
    ...events.slice(0, 500),
    ...Array.from({ length: 5 }, (_, n) => eventOf('late', n, 0)),
    ...events.slice(500),
  ];
  const before = documentOf('grown', events);
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  return [
    {
      'of 1,000 events': 'a tenth more',
      'sent again': percent(shareOf(before, documentOf('grown', grown, 2))),
      target: '20 %',
    },
    {
      'of 1,000 events': 'five late ones',
      'sent again': percent(shareOf(before, documentOf('grown', late, 2))),
      target: '5 %',
    },
  ];
}

const CLASSES = {
  'in nearly every segment': () => wordOf(1 + Math.floor(random() * 5)),
  'in some': () => wordOf(300 + Math.floor(random() * 700)),
  rare: () => wordOf(30_000 + Math.floor(random() * 29_000)),
  'two of some': () => `${wordOf(300 + Math.floor(random() * 700))} ${wordOf(300 + Math.floor(random() * 700))}`,
  'beginning of a word': () => `${wordOf(500 + Math.floor(random() * 500)).slice(0, 4)}*`,
  'nowhere at all': () => `nothing${Math.floor(random() * 1e6)}`,
};

async function searches(hub, reader, when) {
  const rows = [];
  for (const [name, word] of Object.entries(CLASSES)) {
    const times = [];
    for (let n = 0; n < QUESTIONS; n++) {
      const began = performance.now();
      const response = await fetch(`${hub.address}/v1/search?q=${encodeURIComponent(word())}`, {
        headers: { authorization: `Bearer ${reader}` },
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(0);
    rows.push({ word: name, when, p50: at(0.5), p90: at(0.9) });
  }
  return rows;
}

/** The same sessions under other ids, made inside the database: what they cost to store is not measured here. */
async function copyAll(server, url) {
  for (let copy = 1; copy <= COPIES; copy++) {
    const moved = `${copy}::bigint * 864000000`;
    await server.query(
      `WITH made AS (INSERT INTO transcript (id, key, project, generation, root, received, bytes, change, agent, facts, head, places, tally, receipt)
         SELECT md5(id || '${copy}')::uuid::text, key, project, generation, root, received, bytes, change, agent,
           replace(facts, id, md5(id || '${copy}')::uuid::text), head, places, tally, receipt
         FROM transcript WHERE no <= ${DOCUMENTS} RETURNING no, id)
       INSERT INTO segment (transcript, hash, position, bytes, time, body, facts, words)
       SELECT m.no, s.hash, s.position, s.bytes, s.time - ${moved}, s.body, s.facts, s.words
       FROM segment s JOIN transcript t ON t.no = s.transcript JOIN made m ON m.id = md5(t.id || '${copy}')::uuid::text`,
      url,
    );
  }
  await server.query("SELECT gin_clean_pending_list('segment_words')", url);
  await server.query('VACUUM ANALYZE', url);
}

const place = postgresPlaces().at(-1);
const server = await PostgresServer.start(place, ['fsync=on', 'shared_buffers=512MB', 'max_wal_size=4GB']);
const url = await server.database();
const store = await openHubStore({ database: url }, () => {});
const { key } = await makeKey(store, { role: 'submitter' }, Date.now());
const { key: reader } = await makeKey(store, { role: 'reader' }, Date.now());
await store.close();
const documents = Array.from({ length: DOCUMENTS * 2 }, (_, n) => {
  const document = documentOf(`bench-${n}`, sessionOf(`bench-${n}`, n % 200));
  return { id: document.transcriptId, text: JSON.stringify(document) };
});
const [some, others] = [documents.slice(0, DOCUMENTS), documents.slice(DOCUMENTS)];
const hubs = [await startHub(url), await startHub(url)];
const hubCpu = () => hubs.reduce((sum, { child }) => sum + ticksOf(child.pid, false), 0) / TICKS;

async function measured(list) {
  const [hubBefore, databaseBefore] = [hubCpu(), databaseCpu(server.pid)];
  const ms = await sendAll(hubs, key, list);
  return { ms, hub: hubCpu() - hubBefore, database: databaseCpu(server.pid) - databaseBefore };
}
const first = await measured(some);
const again = await measured(some);
const events = DOCUMENTS * EVENTS;
const megabytes = some.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
const sending = [
  { what: 'started', value: `${hubs[1].ms.toFixed(0)} ms, ${hubs[1].mb.toFixed(0)} MiB`, target: '1,000 ms, 120 MiB' },
  { what: 'events a second', value: ((events / first.ms) * 1000).toFixed(0), target: '5000' },
  { what: 'hub CPU an event', value: `${((first.hub / events) * 1e6).toFixed(0)} µs`, target: '150 µs' },
  { what: 'database CPU an event', value: `${((first.database / events) * 1e6).toFixed(0)} µs`, target: '100 µs' },
  { what: 'the same again, a document', value: `${(again.ms / DOCUMENTS).toFixed(1)} ms`, target: '5 ms' },
  { what: 'a hub afterwards', value: `${residentMb(hubs[0].child.pid).toFixed(0)} MiB`, target: '' },
];
await copyAll(server, url);
for (const { child } of hubs) {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
hubs.splice(0, 2, await startHub(url), await startHub(url));
await searches(hubs[0], reader, '');
const quiet = await searches(hubs[0], reader, 'quiet');
const uploading = sendAll(hubs, key, others);
const busy = await searches(hubs[0], reader, 'while uploading');
await uploading;
for (const { child } of hubs) child.kill('SIGKILL');
await server.stop();
const all = events * (COPIES + 1);
const title = `${DOCUMENTS} documents, ${events} events, ${megabytes.toFixed(0)} MB, two hubs on ${place.name}; search over ${all} events`;
process.stdout.write(JSON.stringify({ title, sending, growing: growth(), searching: [...quiet, ...busy] }));
process.exit();
