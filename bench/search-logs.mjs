/**
 * Logs with a known number of hits, for the benchmark of search: those of the generator, with words planted in them,
 * and one session that has as many hits as others have events.
 */
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, renameSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';

/** What is searched for. The generator's vocabulary has the common word; it is in about a third of the events. */
export const CLASSES = {
  'rare word': 'heliotrope',
  'common word': 'database',
  'word in every event': 'omnipresent',
  'absent word': 'zyzzyvatron',
  'one session with 100,000 hits': 'avalanche',
};

/** With the avalanche a million events. */
const MIB = 1900;
const RARE_EVERY = 40_000;
const AVALANCHE = 100_000;
/** Places where the generator writes text, in the shapes of both agents. */
const TEXTS =
  /"(?:text|thinking|content|message|command|file_path)":"|\\"command\\":\[\\"bash\\",\\"-lc\\",\\"|"output":"/;

/** About a million events below `home`. */
export async function writeSearchLogs(root, home) {
  const generator = path.join(root, '../shared/tools/generate-logs.mjs');
  execFileSync(process.execPath, [generator, home, String(MIB), '--codex-share', '0.1'], { stdio: 'ignore' });
  const counter = { lines: 0 };
  for (const file of filesBelow(home)) await plant(file, counter);
  await writeAvalanche(home);
}

async function plant(file, counter) {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  const seen = { time: undefined };
  await pipeline(planted(lines, counter, seen), createWriteStream(`${file}.planted`));
  renameSync(`${file}.planted`, file);
  // As an agent leaves it: last written when the session ended.
  if (seen.time) utimesSync(file, new Date(seen.time), new Date(seen.time));
}

async function* planted(lines, counter, seen) {
  for await (const line of lines) {
    const words = ++counter.lines % RARE_EVERY === 0 ? 'heliotrope omnipresent ' : 'omnipresent ';
    seen.time = /"timestamp":"([^"]+)"/.exec(line)?.[1] ?? seen.time;
    yield `${line.replace(TEXTS, (before) => before + words)}\n`;
  }
}

/** Older than most others, so that newest first has to look behind them. */
async function writeAvalanche(home) {
  const cwd = '/home/dev/avalanche';
  const sessionId = '0a0a0a0a-0000-4000-a000-000000000000';
  const folder = path.join(home, '.claude/projects', cwd.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  const started = Date.UTC(2026, 7, 2);
  const records = function* () {
    for (let i = 0; i < AVALANCHE; i++) {
      yield `${JSON.stringify({
        parentUuid: i === 0 ? null : uuidOf(i - 1),
        isSidechain: false,
        userType: 'external',
        cwd,
        sessionId,
        version: '2.1.200',
        gitBranch: 'main',
        type: 'user',
        uuid: uuidOf(i),
        timestamp: new Date(started + i * 250).toISOString(),
        message: { role: 'user', content: `omnipresent avalanche number ${i} comes down the mountain` },
      })}\n`;
    }
  };
  const file = path.join(folder, `${sessionId}.jsonl`);
  await pipeline(records(), createWriteStream(file));
  const ended = new Date(started + AVALANCHE * 250);
  utimesSync(file, ended, ended);
}

const uuidOf = (i) => `0b0b0b0b-0000-4000-a000-${String(i).padStart(12, '0')}`;

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
