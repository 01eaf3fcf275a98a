/**
 * Search in an archive of a million events, each class of words apart: in the command, and inside a process that keeps
 * the archive open, newest first and ranked. Targets, in milliseconds at the median: 150, 10 and 120.
 * The archive is kept in the folder that HANSARD_BENCH_CACHE names, so that it is built once.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLASSES, writeSearchLogs } from './search-logs.mjs';
import { table } from './table.mjs';

const ROUNDS = Number(process.env.HANSARD_BENCH_ROUNDS ?? 15);
const worker = fileURLToPath(new URL('search-worker.mjs', import.meta.url));

export async function searchTable({ root, scratch }) {
  if (!existsSync(path.join(root, '../shared/tools/generate-logs.mjs')))
    return '\nSearch: skipped, no generator of logs\n';
  const cli = path.join(root, 'packages/cli/bin/hansard.js');
  const home = await archiveHome(root, scratch, cli);
  const env = { PATH: process.env.PATH, HOME: path.join(home, 'logs'), HANSARD_HOME: path.join(home, 'archive') };
  const library = path.join(root, 'packages/archive/dist/index.js');
  const inside = JSON.parse(
    execFileSync(process.execPath, [worker, library, String(ROUNDS)], { env, encoding: 'utf8' }),
  );
  const rows = Object.entries(CLASSES).map(([name, word]) => ({
    class: name,
    hits: inside.classes[name].hits,
    'command ms': median(timesOf(cli, word, env)).toFixed(0),
    'newest ms': inside.classes[name].newest.toFixed(1),
    'ranked ms': inside.classes[name].ranked.toFixed(1),
    'newest CPU': inside.classes[name].newestCpu.toFixed(1),
    'ranked CPU': inside.classes[name].rankedCpu.toFixed(1),
    'first ms': inside.classes[name].first.toFixed(1),
  }));
  return table(
    `Search, ${inside.events.toLocaleString('en-US')} events, medians of ${ROUNDS} (first: nothing read before)`,
    rows,
  );
}

/** Logs and archive, built unless a run before has left them. */
async function archiveHome(root, scratch, cli) {
  const home = path.join(process.env.HANSARD_BENCH_CACHE ?? scratch, 'search-1m');
  if (existsSync(path.join(home, 'ready'))) return home;
  mkdirSync(path.join(home, 'archive'), { recursive: true });
  await writeSearchLogs(root, path.join(home, 'logs'));
  const env = { PATH: process.env.PATH, HOME: path.join(home, 'logs'), HANSARD_HOME: path.join(home, 'archive') };
  execFileSync(process.execPath, [cli, 'sync'], { env, stdio: 'ignore' });
  writeFileSync(path.join(home, 'ready'), '');
  return home;
}

function timesOf(cli, word, env) {
  return Array.from({ length: ROUNDS }, () => {
    const before = performance.now();
    const { status } = spawnSync(process.execPath, [cli, 'search', word], { env, stdio: 'ignore' });
    if (status !== 0) throw new Error(`search ${word} ended with ${status}`);
    return performance.now() - before;
  });
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
