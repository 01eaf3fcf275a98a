/**
 * Sync: a cold one of generated logs (1 GiB, or HANSARD_BENCH_MIB), one with nothing changed beside `find` over the same
 * tree, and the time from an appended message to finding it with `--watch`, in a short and in a long session.
 * Targets: cold at most 45 CPU s, 500 MiB, 0.6 of the source (the seconds of another machine, so what splitting and
 * parsing alone takes is told beside them); unchanged at most 3 times find plus process start, which
 * is the same command where there is nothing to look at;
 * 50 ms at the median, whatever the length of the session. At last the server on that archive.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseSpeed, TARGETS_PARSE_MB } from './parse-speed.mjs';
import { servingTable } from './serving.mjs';
import { table } from './table.mjs';

const MIB = Number(process.env.HANSARD_BENCH_MIB ?? 1024);
const ROUNDS = 15;

export async function syncTable({ root, scratch }) {
  const generator = path.join(root, '../shared/tools/generate-logs.mjs');
  if (!existsSync(generator)) return '\nSync: skipped, there is no ../shared/tools/generate-logs.mjs\n';
  const home = path.join(scratch, 'sync-home');
  spawnSync(process.execPath, [generator, home, String(MIB)], { stdio: 'ignore' });
  const place = { root, home, archive: path.join(scratch, 'sync-archive') };
  const told = threadsTable(place) + coldTable(place) + unchangedTable(place) + (await watchTable(place));
  return told + (await servingTable(cli(place), environment(place)));
}

const environment = ({ home, archive }) => ({ PATH: process.env.PATH, HOME: home, HANSARD_HOME: archive, TZ: 'UTC' });
const cli = ({ root }) => path.join(root, 'packages/cli/bin/hansard.js');

function coldTable(place) {
  const source = bytesBelow(place.home);
  const before = parseSpeed(place.home);
  const { cpu, peak, wall } = measured(place, [cli(place), 'sync', '--json', '--threads', '1']);
  const parsed = (before + parseSpeed(place.home)) / 2;
  const kept = bytesBelow(place.archive);
  const target = (45 * source.bytes) / 2 ** 30;
  const rows = [
    { what: 'CPU s', measured: cpu.toFixed(1), target: target.toFixed(1) },
    { what: 'split + JSON.parse, MB per CPU s', measured: parsed.toFixed(0), target: `${TARGETS_PARSE_MB} there` },
    {
      what: 'CPU s / split + JSON.parse of the same',
      measured: (cpu / (source.bytes / 1e6 / parsed)).toFixed(1),
      target: (target / (source.bytes / 1e6 / TARGETS_PARSE_MB)).toFixed(1),
    },
    { what: 'wall s', measured: wall.toFixed(1), target: '' },
    { what: 'peak MiB', measured: peak.toFixed(0), target: '500' },
    { what: 'archive / source', measured: (kept.bytes / source.bytes).toFixed(3), target: '0.6' },
  ];
  return table(`Cold sync of ${(source.bytes / 2 ** 20).toFixed(0)} MiB in ${source.files} files`, rows);
}

/** The same with and without workers, in turn: how much sooner it is done, and what that costs. */
function threadsTable(place) {
  const runs = { 1: [], [Math.max(2, Math.min(4, availableParallelism()))]: [] };
  for (let round = 0; round < 2; round++) {
    for (const [threads, list] of Object.entries(runs)) {
      rmSync(place.archive, { recursive: true, force: true });
      mkdirSync(place.archive, { recursive: true });
      list.push(measured(place, [cli(place), 'sync', '--json', '--threads', threads]));
    }
  }
  rmSync(place.archive, { recursive: true, force: true });
  const best = (list, what) => Math.min(...list.map((run) => run[what]));
  const alone = best(runs[1], 'wall');
  const rows = Object.entries(runs).map(([threads, list]) => ({
    threads,
    'wall s': best(list, 'wall').toFixed(1),
    'times as fast': (alone / best(list, 'wall')).toFixed(2),
    'CPU s': best(list, 'cpu').toFixed(1),
    'peak MiB': Math.max(...list.map(({ peak }) => peak)).toFixed(0),
  }));
  return table('Cold sync by threads, better of 2 each; target on two cores: 1.7 times as fast', rows);
}

/** CPU time and peak memory of a Node process, told by itself at its end. */
function measured({ ...place }, args) {
  const report = path.join(place.archive, '..', 'usage.json');
  const preload = path.join(place.archive, '..', 'usage.cjs');
  writeFileSync(
    preload,
    `require('worker_threads').isMainThread && process.on('exit', () => { const u = process.resourceUsage(); require('fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify({ cpu: (u.userCPUTime + u.systemCPUTime) / 1e6, peak: u.maxRSS / 1024 })); });`,
  );
  const before = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--require', preload, ...args], {
    env: environment(place),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`sync ended with ${status}: ${stderr}`);
  return { ...JSON.parse(readFileSync(report, 'utf8')), wall: (performance.now() - before) / 1000 };
}

function unchangedTable(place) {
  const empty = path.join(place.home, '..', 'empty-home');
  const nowhere = { ...place, home: empty, archive: path.join(empty, 'archive') };
  mkdirSync(empty, { recursive: true });
  const commands = {
    "find -printf '%s %T@'": () => spawnSync('find', [place.home, '-printf', '%s %T@\n'], { stdio: 'ignore' }),
    'node -e 0': () => spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' }),
    'hansard sync, nothing there': () =>
      spawnSync(process.execPath, [cli(place), 'sync'], { stdio: 'ignore', env: environment(nowhere) }),
    'hansard sync': () =>
      spawnSync(process.execPath, [cli(place), 'sync'], { stdio: 'ignore', env: environment(place) }),
  };
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(commands)) {
      const before = performance.now();
      run();
      times[name].push(performance.now() - before);
    }
  }
  const [find, , start, sync] = Object.values(times).map(median);
  const rows = Object.entries(times).map(([name, values]) => ({
    command: name,
    'median ms': median(values).toFixed(1),
  }));
  const ratio = ((sync - start) / find).toFixed(2);
  return table(`Sync with nothing changed, ${ROUNDS} runs each: (sync - start) / find = ${ratio}, target 3`, rows);
}

async function watchTable(place) {
  const rows = [];
  for (const [name, events] of [
    ['a session of 10 messages', 10],
    ['a session of 50,000 messages', 50_000],
  ]) {
    rows.push({ in: name, ...(await watchLatency(place, events)), target: 50 });
  }
  return table('From an appended message to finding it, with --watch (ms)', rows);
}

async function watchLatency(place, events) {
  const home = path.join(place.home, '..', `watch-${events}`);
  const folder = path.join(home, '.claude/projects/-home-dev-demo');
  mkdirSync(folder, { recursive: true });
  const session = '5f0c2a9e-0b1d-4c3e-8f7a-000000000001';
  const file = path.join(folder, `${session}.jsonl`);
  const line = (n, text) =>
    `${JSON.stringify({ type: 'user', uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, parentUuid: null, isSidechain: false, cwd: '/home/dev/demo', sessionId: session, version: '2.1.0', timestamp: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(), message: { role: 'user', content: text } })}\n`;
  writeFileSync(file, Array.from({ length: events }, (_, n) => line(n, `message number ${n} of many`)).join(''));
  const watched = { ...place, home, archive: path.join(home, 'archive') };
  const child = spawn(process.execPath, [cli(watched), 'sync', '--watch', '--json'], { env: environment(watched) });
  let lines = 0;
  child.stdout.on('data', (chunk) => (lines += String(chunk).split('\n').length - 1));
  while (lines === 0) await once(child.stdout, 'data');
  const { Archive, createNodeHost } = await import(path.join(place.root, 'packages/archive/dist/index.js'));
  const archive = await Archive.open(createNodeHost({ home, env: environment(watched) }));
  const times = [];
  for (let n = 0; n < 25; n++) {
    const word = `appended${n}word`;
    const before = performance.now();
    appendFileSync(file, line(events + n, word));
    while (archive.sql.all('SELECT rowid FROM event_text WHERE event_text MATCH ?', word).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    times.push(performance.now() - before);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  archive.close();
  child.kill('SIGINT');
  await once(child, 'exit');
  return { median: median(times).toFixed(1), best: Math.min(...times).toFixed(1) };
}

function bytesBelow(folder) {
  const sum = { bytes: 0, files: 0 };
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    sum.files++;
    sum.bytes += statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size;
  }
  return sum;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
