#!/usr/bin/env node
/**
 * Two trees of this repository side by side: `node bench/pairs.mjs OTHER-TREE [TASK…]`. CPU seconds of sync, search, pages and
 * server in pairs of processes, one after the other, in turns of who comes first, so that a noisy machine is noisy for both.
 * Both are bundled from source. HANSARD_BENCH_MIB (8) and HANSARD_BENCH_PAIRS (9) make it larger.
 * Target: the median of the ratios of nine pairs at most 1.05.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundlesOf } from './pairs-bundles.mjs';
import { serverSeconds } from './pairs-server.mjs';
import { table } from './table.mjs';

const root = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
const [other, ...wanted] = process.argv.slice(2);
if (other === undefined) throw new Error('Give the other tree: node bench/pairs.mjs OTHER-TREE [TASK…]');
const MIB = process.env.HANSARD_BENCH_MIB ?? '8';
const PAIRS = Number(process.env.HANSARD_BENCH_PAIRS ?? 9);
const trees = { before: path.resolve(other), after: root };
const tasks = wanted.length > 0 ? wanted : ['sync', 'search', 'page', 'server'];
const scratch = mkdtempSync(path.join(tmpdir(), 'hansard-pairs-'));
const home = path.join(scratch, 'home');
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

const bundles = {};

function run(tree, task, archive) {
  const env = { PATH: process.env.PATH, HOME: home, HANSARD_HOME: archive, TZ: 'UTC' };
  if (task === 'server') return serverSeconds(path.join(bundles[tree], 'server.js'), env);
  const worker = path.join(root, 'bench/pairs-worker.mjs');
  return Number(execFileSync(process.execPath, [worker, path.join(bundles[tree], 'library.js'), task], { env }));
}

/** A sync fills an archive of its own each time; the others ask one that their tree has filled. */
async function measured(tree, task) {
  const archive = path.join(scratch, task === 'sync' ? 'fresh' : tree);
  if (task === 'sync') rmSync(archive, { recursive: true, force: true });
  else if (!existsSync(archive)) await run(tree, 'sync', archive);
  return run(tree, task, archive);
}

try {
  for (const [name, tree] of Object.entries(trees))
    bundles[name] = await bundlesOf(tree, path.join(scratch, `${name}-tree`));
  execFileSync(process.execPath, [path.join(root, '../shared/tools/generate-logs.mjs'), home, MIB], {
    stdio: 'ignore',
  });
  const rows = [];
  for (const task of tasks) {
    const cpu = { before: [], after: [] };
    for (let pair = 0; pair < PAIRS; pair++) {
      for (const tree of pair % 2 ? ['after', 'before'] : ['before', 'after'])
        cpu[tree].push(await measured(tree, task));
    }
    const ratios = cpu.after.map((after, pair) => after / cpu.before[pair]);
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((one) => one.toFixed(2));
    rows.push({
      task,
      'before, CPU s': median(cpu.before).toFixed(2),
      'after, CPU s': median(cpu.after).toFixed(2),
      'ratio, median': median(ratios).toFixed(3),
      'from … to': `${low} … ${high}`,
      target: '1.05',
    });
  }
  console.log(table(`${PAIRS} pairs, ${MIB} MiB of logs`, rows));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
