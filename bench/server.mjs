/**
 * The server beside a bare node:http server that sends the same bytes, in one run: pages that were not asked for before,
 * by a server that was just started and by one that has been running, pages whose events are in memory, and pages that
 * are asked for again. Targets: 0.15 of its requests per second, 0.5 when repeated. Then a hundred readers of the stream of a session of 100,000 events, one of them slow: none loses anything.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../scripts/lib/bundle.mjs';
import { ask } from './http-load.mjs';
import { SESSION, writeLongSession } from './server-logs.mjs';
import { readStreams } from './sse-readers.mjs';
import { table } from './table.mjs';

const EVENTS = Number(process.env.HANSARD_BENCH_EVENTS ?? 100_000);
/** Of a longer one: a server that has been running was asked for so many pages of its end, and is asked for its beginning. */
const LONG = EVENTS * 5;
const PAGES = LONG / 250;
const ELSEWHERE = LONG / 200 - PAGES;
/** By one that was just started: code that has run for half a second only. */
const FIRST_PAGES = PAGES / 5;
const REPEATED = 4000;
const READERS = 100;
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Pages as the API gives them unless asked otherwise. */
const ROUTES = {
  'universal events, 100 a page': (at) => `/v1/sessions/${SESSION}/events?offset=${at * 100}`,
  'transcript events, 200 a page': (at) => `/v1/transcripts/${SESSION}/events?after=${at * 200}`,
};

export async function serverTable({ root, scratch }) {
  const folder = path.join(scratch, 'server');
  mkdirSync(folder, { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await bundle({ input: { main: here('server-worker.mjs') }, folder: path.join(folder, 'out') });
  const startLong = await serverOf(folder, 'long', LONG);
  const rows = [];
  for (const [name, pathOf] of Object.entries(ROUTES)) {
    rows.push(...(await measureRoute(name, pathOf, startLong, folder)));
  }
  const pages = table(`Pages of a session of ${LONG} events, 8 connections`, rows);
  const streams = await measureStreams(await serverOf(folder, 'streamed', EVENTS));
  return pages + table(`${READERS} readers of the stream of a session of ${EVENTS} events`, streams);
}

/** Starts a server whose archive has one session of so many events. */
async function serverOf(folder, name, events) {
  const home = path.join(folder, name);
  mkdirSync(home);
  await writeLongSession(home, events);
  const env = { PATH: process.env.PATH, HOME: home, HANSARD_HOME: path.join(home, 'archive') };
  return () => startProgram(path.join(folder, 'out', 'main.js'), [], env);
}

async function measureRoute(name, pathOf, start, folder) {
  const paths = Array.from({ length: PAGES }, (_, at) => pathOf(at));
  const elsewhere = Array.from({ length: ELSEWHERE }, (_, at) => pathOf(PAGES + at));
  // Telling the session is paid once for its life, and keeping it by sync: neither is a request's.
  await tellAll(start);
  const bodies = [];
  const cold = await measured(start, (server) =>
    ask(server.port, server.token, paths.slice(0, FIRST_PAGES), { answered: (at, body) => bodies.push([at, body]) }),
  );
  const running = await measured(start, async (server) => {
    await ask(server.port, server.token, elsewhere);
    return () => ask(server.port, server.token, paths);
  });
  const warm = await measured(start, async (server) => {
    const few = paths.slice(0, 20);
    await ask(server.port, server.token, few);
    // Another address for the same page: its events are in memory, its bytes are not.
    const others = Array.from(
      { length: REPEATED },
      (_, at) => `${few[at % few.length]}&limit=${limitOf(few[0])}&_=${at}`,
    );
    return () => ask(server.port, server.token, others);
  });
  const again = await measured(start, async (server) => {
    // As often as the bare one was asked before: code that just started is slow in both.
    await ask(server.port, server.token, Array(FIRST_PAGES).fill(paths[0]));
    return () => ask(server.port, server.token, Array(REPEATED).fill(paths[0]));
  });
  const file = path.join(folder, 'pages');
  const inOrder = bodies.sort(([a], [b]) => a - b).map(([, body]) => body);
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`${JSON.stringify(inOrder.map(({ length }) => length))}\n`), ...inOrder]),
  );
  const bareServer = () => startProgram(here('bare-worker.mjs'), [file], { PATH: process.env.PATH });
  const bare = await measured(bareServer, async (server) => {
    await ask(
      server.port,
      '',
      inOrder.map((_, at) => `/${at}`),
    );
    return () =>
      ask(
        server.port,
        '',
        Array.from({ length: REPEATED }, (_, at) => `/${at}`),
      );
  });
  const bytes = inOrder.reduce((sum, { length }) => sum + length, 0) / inOrder.length;
  const row = (how, count, { seconds, cpu }) => ({
    pages: `${name}: ${how}`,
    KB: Math.round(bytes / 1000),
    'per s': Math.round(count / seconds),
    'of bare': (count / seconds / (REPEATED / bare.seconds)).toFixed(3),
    'CPU ms': ((cpu / count) * 1000).toFixed(2),
    'bare CPU ms': ((bare.cpu / REPEATED) * 1000).toFixed(2),
  });
  return [
    row('from originals, just started', FIRST_PAGES, cold),
    row('from originals', PAGES, running),
    row('events in memory', REPEATED, warm),
    row('repeated', REPEATED, again),
  ];
}

const limitOf = (address) => (address.includes('/transcripts/') ? 200 : 100);

/** Seconds and CPU seconds of the server for what `work` does, or for what it gives back when it has prepared. */
async function measured(start, work) {
  const server = await start();
  let before = await usageOf(server);
  let result = await work(server);
  if (typeof result === 'function') {
    before = await usageOf(server);
    result = await result();
  }
  const after = await usageOf(server);
  server.stop();
  return { seconds: result, cpu: secondsOf(after) - secondsOf(before) };
}

async function tellAll(start) {
  const server = await start();
  await ask(server.port, server.token, [`/v1/sessions/${SESSION}/events?offset=${LONG * 10}`]);
  server.stop();
}

async function measureStreams(start) {
  const rows = [];
  for (const route of [`/v1/transcripts/${SESSION}/events/sse`, `/v1/sessions/${SESSION}/events/sse`]) {
    const server = await start();
    const before = await usageOf(server);
    const { events, seconds, lost, repeated, slow } = await readStreams(server, route, READERS, EVENTS);
    const after = await usageOf(server);
    server.stop();
    rows.push({
      stream: route.split('/')[2],
      'events sent': events,
      lost,
      repeated,
      'slow reader behind by': slow,
      seconds: seconds.toFixed(1),
      'CPU s': (secondsOf(after) - secondsOf(before)).toFixed(1),
      'RSS MiB before': Math.round(before.rss / 2 ** 20),
      'peak RSS MiB': Math.round(after.peak / 2 ** 20),
    });
  }
  return rows;
}

async function startProgram(file, args, env) {
  const child = fork(file, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [{ port, token }] = await once(child, 'message');
  return { child, port, token, stop: () => child.send('stop') };
}

async function usageOf({ child }) {
  const answer = once(child, 'message');
  child.send('usage');
  return (await answer)[0];
}

const secondsOf = ({ cpu }) => (cpu.user + cpu.system) / 1e6;
