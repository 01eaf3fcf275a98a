/**
 * Start-up against bare `node -e 0`, interleaved. Targets: `--version` at most 1.6 times; `statusline`, which is given a
 * session and finds numbers that are fresh, at most 40 ms more.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { table } from './table.mjs';

const ROUNDS = 40;

export async function startTable({ root, scratch }) {
  const cli = path.join(root, 'packages/cli/bin/hansard.js');
  const commands = {
    'node -e 0': ['-e', '0'],
    'hansard --version': [cli, '--version'],
    'hansard --help': [cli, '--help'],
    'hansard statusline': [cli, 'statusline'],
  };
  writeSummary(scratch);
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(commands)) times[name].push(wallTime(args, scratch));
  }
  const base = median(times['node -e 0']);
  const rows = Object.entries(times).map(([name, values]) => ({
    command: name,
    'median ms': median(values).toFixed(1),
    'best ms': Math.min(...values).toFixed(1),
    ratio: (median(values) / base).toFixed(2),
    'ms more': (median(values) - base).toFixed(1),
  }));
  return table(`Start-up, ${ROUNDS} runs each, interleaved`, rows);
}

/** What a refresh of the status line would have left a moment ago. */
function writeSummary(home) {
  const folder = path.join(home, '.local/share/hansard');
  mkdirSync(folder, { recursive: true });
  const at = Date.now() + 3_600_000;
  const summary = { at, dayEnds: at, todayMicroUsd: 1_230_000, block: { end: at, microUsd: 450_000 }, warnings: [] };
  writeFileSync(path.join(folder, 'statusline.json'), JSON.stringify(summary));
}

const SESSION = JSON.stringify({ model: { display_name: 'Model' }, cost: { total_cost_usd: 1.5 } });

function wallTime(args, home) {
  const before = performance.now();
  const stdio = ['pipe', 'ignore', 'ignore'];
  spawnSync(process.execPath, args, { input: SESSION, stdio, env: { PATH: process.env.PATH, HOME: home } });
  return performance.now() - before;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
