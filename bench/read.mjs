/**
 * Reading plus normalising against splitting and JSON.parse alone, on the same bytes in the same process,
 * interleaved. Target: at least 0.6 of the speed, peak memory under 200 MiB.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from './files-below.mjs';
import { table } from './table.mjs';

const SIZE_MIB = Number(process.env.HANSARD_BENCH_MIB ?? 256);
const worker = fileURLToPath(new URL('read-worker.mjs', import.meta.url));

export async function readTable({ root, scratch }) {
  const sets = [...generatedSets(root, scratch), ...repeatedSets(root, scratch)];
  const rows = sets.flatMap(({ name, folder }) => measure(root, name, folder) ?? []);
  return table(`Reading and normalising, ${SIZE_MIB} MiB (MB per CPU second; ratio to split + JSON.parse)`, rows);
}

function measure(root, name, folder) {
  const library = path.join(root, 'packages/core/dist/index.js');
  const run = (mode) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [worker, library, folder, mode], {
      encoding: 'utf8',
      maxBuffer: 1 << 24,
    });
    if (status !== 0) throw new Error(`${name}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const speed = run('compare');
  if (!speed) return undefined; // an agent without an adapter for its log
  const memory = run('memory');
  return {
    input: name,
    'parse only': speed.parse.toFixed(0),
    hansard: speed.read.toFixed(0),
    ratio: (speed.read / speed.parse).toFixed(2),
    events: speed.events,
    'peak MiB': (memory.peakBytes / 1048576).toFixed(0),
  };
}

/** One set for each agent in the synthetic home. */
function generatedSets(root, scratch) {
  const generator = path.join(root, '../shared/tools/generate-logs.mjs');
  if (!existsSync(generator)) return [];
  return ['0', '1'].map((codexShare) => {
    const home = path.join(scratch, `generated-${codexShare}`);
    execFileSync(process.execPath, [generator, home, String(SIZE_MIB), '--codex-share', codexShare], {
      stdio: 'ignore',
    });
    const folder = readdirSync(home)[0];
    return { name: `generated ${folder.replace(/^\./, '')}`, folder: home };
  });
}

/** The largest recorded log of each agent, repeated: from ../shared when it is there, else from the golden cases. */
function repeatedSets(root, scratch) {
  const recorded = path.join(root, '../shared/corpus/recorded');
  const adapters = path.join(root, 'packages/core/src/adapters');
  const sources = existsSync(recorded)
    ? readdirSync(recorded).map((agent) => [agent, path.join(recorded, agent)])
    : readdirSync(adapters, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => [name, path.join(adapters, name, 'fixtures')]);
  return sources.flatMap(([agent, folder]) => {
    const logs = filesBelow(folder).filter((file) => /\/(projects|sessions)\/.*\.jsonl$/.test(file));
    if (logs.length === 0) return [];
    const bytes = Buffer.concat(logs.map((file) => readFileSync(file)));
    return [{ name: `recorded ${agent}`, folder: repeat(bytes, path.join(scratch, `recorded-${agent}`)) }];
  });
}

function repeat(bytes, folder) {
  mkdirSync(folder, { recursive: true });
  const times = Math.ceil((SIZE_MIB * 1048576) / bytes.length);
  const file = path.join(folder, 'repeated.jsonl');
  const block = Buffer.concat(Array.from({ length: Math.min(times, 64) }, () => bytes));
  writeFileSync(file, '');
  for (let written = 0; written < times * bytes.length; written += block.length)
    writeFileSync(file, block, { flag: 'a' });
  return folder;
}
