/**
 * Runs of flows in great number: how long it takes to list them, and what a sync does that finds nothing new.
 * Targets: a page of 10,000 runs (HANSARD_BENCH_RUNS) in 50 ms; a second sync opens no file.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { table } from './table.mjs';

const RUNS = Number(process.env.HANSARD_BENCH_RUNS ?? 10_000);
const ROUNDS = 7;

export async function runsTable({ root, scratch }) {
  const load = (file) => import(pathToFileURL(path.join(root, 'packages', file)).href);
  const { Archive, createNodeHost, runAdapter, sync } = await load('archive/dist/index.js');
  const base = path.join(scratch, 'runs');
  for (let n = 0; n < RUNS; n++) writeRun(path.join(base, `run-${n}`), n);
  let opened = 0;
  const host = createNodeHost({ home: scratch, env: { HANSARD_HOME: path.join(scratch, 'runs-archive') } });
  const noting = {
    ...host,
    read: (...asked) => {
      opened++;
      return host.read(...asked);
    },
  };
  const archive = await Archive.open(noting);
  const once = () => sync({ archive, host: noting, adapters: [runAdapter([base])], now: '2026-11-18T00:00:00.000Z' });
  const first = await cpu(once);
  opened = 0;
  const second = await cpu(once);
  const openedAgain = opened;
  const { runs } = archive.store;
  const rows = [
    [`first sync of ${RUNS} runs`, `${first.toFixed(1)} s CPU`, ''],
    ['second sync', `${second.toFixed(2)} s CPU`, `${openedAgain} files opened`],
    ['page of 100', `${(await fastest(() => runs.page({ limit: 100, offset: 0 }))).toFixed(1)} ms`, 'target 50 ms'],
    [
      'page of 500',
      `${(await fastest(() => runs.page({ limit: 500, offset: RUNS / 2 }))).toFixed(1)} ms`,
      'target 50 ms',
    ],
    ['all of them', `${(await fastest(() => runs.page({ limit: RUNS, offset: 0 }))).toFixed(1)} ms`, ''],
  ];
  archive.close();
  return table(
    'Runs',
    rows.map(([what, took, note]) => ({ what, took, note })),
  );
}

async function cpu(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function fastest(work) {
  const times = [];
  for (let n = 0; n < ROUNDS; n++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

function writeRun(folder, n) {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString().replace('Z', '000Z');
  const names = { run_id: path.basename(folder), flow_key: 'build', step_id: 'plan', agent_key: 'planner' };
  const put = (file, text) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const times = { started_at: at, completed_at: at, duration_ms: 1 };
  const told = { engine: 'sketch-step', model: 'sketch-1', ...names, ...times, status: 'succeeded' };
  const tokens = { prompt: n, completion: 1, total: n + 1 };
  put(
    'build/llm/plan-planner-sketch.jsonl',
    `${JSON.stringify({ timestamp: at, role: 'user', content: `Plan ${n}` })}\n`,
  );
  put(
    'build/receipts/plan-planner.json',
    JSON.stringify({ ...told, tokens, transcript_path: 'llm/plan-planner-sketch.jsonl' }),
  );
  put('meta.json', JSON.stringify({ id: names.run_id, title: `Run ${n}`, status: 'succeeded', started_at: at }));
}
