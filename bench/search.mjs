/**
 * Search in an archive of a million events, each class of words apart: in the command, and inside a process that keeps
 * the archive open, newest first and ranked. Targets, in milliseconds at the median: 150, 10 and 120. The command is
 * timed on both versions of Node and beside Node doing nothing, which is a good part of it and differs between them.
 * The archive is kept in the folder that HANSARD_BENCH_CACHE names, so that it is built once.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { otherNode } from '../scripts/lib/other-node.mjs';
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
  const other = otherNode(process.env);
  const nodes = [{ path: process.execPath, version: process.version }, ...(other.path ? [other] : [])];
  const command = commandTimes(nodes, cli, env);
  const rows = Object.entries(CLASSES).map(([name, word]) => ({
    class: name,
    hits: inside.classes[name].hits,
    ...Object.fromEntries(nodes.map(({ version }) => [`command ms, ${version}`, command(version, 'search', word)])),
    'newest ms': inside.classes[name].newest.toFixed(1),
    'ranked ms': inside.classes[name].ranked.toFixed(1),
    'newest CPU': inside.classes[name].newestCpu.toFixed(1),
    'ranked CPU': inside.classes[name].rankedCpu.toFixed(1),
    'first ms': inside.classes[name].first.toFixed(1),
  }));
  const bare = nodes.map(({ version }) => `${version} ${command(version)}`).join(', ');
  return table(
    `Search, ${inside.events.toLocaleString('en-US')} events, medians of ${ROUNDS} (first: nothing read before; Node alone, ms: ${bare})`,
    rows,
  );
}

/** Every command on every Node in turn, so that none has the quiet moments to itself. */
function commandTimes(nodes, cli, env) {
  const times = new Map();
  const runs = nodes.flatMap(({ path: node, version }) => [
    { key: version, node, args: ['-e', '0'] },
    ...Object.values(CLASSES).map((word) => ({ key: `${version} search ${word}`, node, args: [cli, 'search', word] })),
  ]);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { key, node, args } of runs) times.set(key, [...(times.get(key) ?? []), timeOf(node, args, env)]);
  }
  return (...words) => median(times.get(words.join(' '))).toFixed(0);
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

function timeOf(node, args, env) {
  const before = performance.now();
  const { status } = spawnSync(node, args, { env, stdio: 'ignore' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`);
  return performance.now() - before;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
