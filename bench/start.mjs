/** Start-up: `hansard --version` against bare `node -e 0`, interleaved. Target: at most 1.6 times. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { table } from './table.mjs';

const ROUNDS = 40;

export async function startTable({ root, scratch }) {
  const cli = path.join(root, 'packages/cli/bin/hansard.js');
  const commands = {
    'node -e 0': ['-e', '0'],
    'hansard --version': [cli, '--version'],
    'hansard --help': [cli, '--help'],
  };
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
  }));
  return table(`Start-up, ${ROUNDS} runs each, interleaved`, rows);
}

function wallTime(args, home) {
  const before = performance.now();
  spawnSync(process.execPath, args, { stdio: 'ignore', env: { PATH: process.env.PATH, HOME: home } });
  return performance.now() - before;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
