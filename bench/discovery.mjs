/**
 * Discovery: what `hansard agents` takes to find 50,000 files of three agents, beside `find` over the same tree. Target: 3 times
 * find, without the start of the program, in memory that does not grow with the number of files by more than a few hundred bytes each.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { table } from './table.mjs';

const ROUNDS = 5;
const FILES = { claude: [250, 80], codex: [20, 1000], editor: [200, 50] };

export async function discoveryTable({ root }) {
  const place = mkdtempSync(path.join(tmpdir(), 'hansard-discovery-'));
  try {
    const [home, empty] = ['home', 'empty'].map((name) => path.join(place, name));
    mkdirSync(empty);
    const count = fill(home);
    const command = path.join(root, 'packages/cli/bin/hansard.js');
    return measured({ place, home, empty, command, count });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function fill(home) {
  const pad = (n) => String(n).padStart(12, '0');
  let count = 0;
  const write = (folder, name) => {
    writeFileSync(path.join(folder, name), '{}\n');
    count++;
  };
  const each = ([folders, files], folderOf, nameOf) => {
    for (let i = 0; i < folders; i++) {
      const folder = path.join(home, folderOf(i));
      mkdirSync(folder, { recursive: true });
      for (let j = 0; j < files; j++) write(folder, nameOf(i * files + j));
    }
  };
  const id = (n) => `0199c0de-0000-7000-8000-${pad(n)}`;
  each(
    FILES.claude,
    (i) => `.claude/projects/-app-${i}`,
    (n) => `${id(n)}.jsonl`,
  );
  each(
    FILES.codex,
    (i) => `.codex/sessions/2026/06/${String(i + 1).padStart(2, '0')}`,
    (n) => `rollout-2026-06-01T10-00-00-${id(n)}.jsonl`,
  );
  each(
    FILES.editor,
    (i) => `.config/Code/User/workspaceStorage/${i}/chatSessions`,
    (n) => `${id(n)}.json`,
  );
  return count;
}

function measured({ place, home, empty, command, count }) {
  const report = path.join(place, 'memory');
  const preload = path.join(place, 'memory.mjs');
  writeFileSync(
    preload,
    `import { writeFileSync } from 'node:fs';\nprocess.on('exit', () => writeFileSync(${JSON.stringify(report)}, String(process.resourceUsage().maxRSS)));\n`,
  );
  const agents = (folder) => () => {
    const env = { PATH: process.env.PATH, HOME: folder, HANSARD_HOME: path.join(place, 'archive'), TZ: 'UTC' };
    const { status } = spawnSync(process.execPath, ['--import', preload, command, 'agents', '--json'], {
      env,
      stdio: 'ignore',
    });
    if (status !== 0) throw new Error(`agents ended with ${status}`);
    return Number(readFileSync(report, 'utf8')) / 1024;
  };
  const runs = {
    "find -printf '%s %T@'": () => void spawnSync('find', [home, '-printf', '%s %T@\n'], { stdio: 'ignore' }),
    'hansard agents, nothing there': agents(empty),
    [`hansard agents, ${count} files`]: agents(home),
  };
  const rows = Object.keys(runs).map((name) => ({ name, times: [], memory: 0 }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const row of rows) {
      const before = performance.now();
      row.memory = runs[row.name]() ?? 0;
      row.times.push(performance.now() - before);
    }
  }
  const [find, start, all] = rows.map(({ times }) => median(times));
  const ratio = ((all - start) / find).toFixed(2);
  const title = `Discovery, ${ROUNDS} runs each: (agents - start) / find = ${ratio}, target 3`;
  return table(
    title,
    rows.map(({ name, times, memory }) => ({
      command: name,
      'median ms': median(times).toFixed(1),
      'MiB at most': memory ? memory.toFixed(0) : '',
    })),
  );
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
