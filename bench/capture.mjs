/**
 * What recording costs: calls of a model on loopback with and without the hook, and directly and through the proxy, by turns
 * in one run. Model, proxy and program are processes of their own. And how many files hold the key that was sent: none.
 */
import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { table } from './table.mjs';

const CHUNKS = 2000;
const KEY = 'sk-fake-key-of-the-benchmark-0123456789';
const ROUNDS = { calls: 1500, streams: 60 };

export async function captureTable({ scratch }) {
  const folder = path.join(scratch, 'captured');
  const model = await start('model');
  const proxy = await start('proxy', model.url, folder);
  const program = await start(
    'program',
    JSON.stringify({ model: model.url, proxy: proxy.url, folder, key: KEY, chunks: CHUNKS, ...ROUNDS }),
  );
  const { calls, streams, proxied, proxiedStreams } = program.measured;
  for (const { child } of [model, proxy]) child.kill();
  const over = (pair) => pair.with - pair.without;
  return (
    table('Capture: calls of a model, medians', [
      row('small call, hook', calls, `${over(calls).toFixed(3)} ms more`, '0.1 ms'),
      row(
        `stream of ${CHUNKS} chunks, hook`,
        streams,
        `${((over(streams) / streams.without) * 100).toFixed(1)} % more`,
        '3 %',
      ),
      row('small call, proxy', proxied, `${over(proxied).toFixed(3)} ms more`, '1 ms'),
      row(
        `stream of ${CHUNKS} chunks, proxy`,
        proxiedStreams,
        `${Math.round((CHUNKS / proxiedStreams.with) * 1000).toLocaleString('en-US')} chunks/s`,
        '40,000',
      ),
    ]) +
    table('Capture: what was kept', [
      {
        files: filesBelow(folder).length,
        'with the key': withKey(folder),
        'entries of the program': program.measured.entries,
      },
    ])
  );
}

const row = (what, pair, result, limit) => ({
  what,
  'without, ms': pair.without.toFixed(3),
  'with, ms': pair.with.toFixed(3),
  result,
  'at most, or at least': limit,
});

/** Told its address, or what it measured. */
function start(role, ...args) {
  const child = fork(new URL('capture-worker.mjs', import.meta.url), [role, ...args]);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`${role} ended with ${status}`)));
    child.once('message', (message) => resolve({ child, ...message }));
  });
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
const withKey = (folder) => filesBelow(folder).filter((file) => readFileSync(file).includes(KEY)).length;
