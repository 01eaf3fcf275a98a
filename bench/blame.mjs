/**
 * Who wrote which line: `hansard blame` of a file of 5,000 lines in a repository of 50,000 commits in which 1,000 sessions
 * worked, beside `git blame` of the same; what a hook takes; how much of that archive the index of written lines is. Targets: at
 * most 1.5 times `git blame`, plus the start of Node, plus 100 ms, warm; a hook at most 50 ms.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryStream } from './blame-repository.mjs';
import { writeSessions } from './blame-sessions.mjs';
import { table } from './table.mjs';

const COMMITS = Number(process.env.HANSARD_BENCH_COMMITS ?? 50_000);
const SESSIONS = Number(process.env.HANSARD_BENCH_SESSIONS ?? 1000);
const LINES = 5000;
const ROUNDS = 7;

export async function blameTable({ root, scratch }) {
  const place = { root, home: path.join(scratch, 'blame-home'), repo: path.join(scratch, 'blame-repo') };
  await makeRepository(place, scratch);
  writeSessions(place.home, place.repo, { sessions: SESSIONS, commits: COMMITS, lines: LINES });
  const cli = path.join(root, 'packages/cli/bin/hansard.js');
  const env = { PATH: process.env.PATH, HOME: place.home, HANSARD_HOME: path.join(place.home, 'archive'), TZ: 'UTC' };
  const hansard = (...args) => run(process.execPath, [cli, ...args], { env, cwd: place.repo });
  const git = (...args) => run('git', args, { env, cwd: place.repo });
  hansard('sync', '--json');
  const told = JSON.parse(hansard('blame', 'src/large.ts', '--json').out).lines;
  const times = { 'git blame': [], 'node -e 0': [], 'hansard blame': [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const one = {
      'git blame': git('blame', '--porcelain', 'HEAD', '--', 'src/large.ts').ms,
      'node -e 0': run(process.execPath, ['-e', '0'], { env, cwd: place.repo }).ms,
      'hansard blame': hansard('blame', 'src/large.ts', '--json').ms,
    };
    // The first is not warm.
    if (round > 0) for (const [name, ms] of Object.entries(one)) times[name].push(ms);
  }
  const [blame, start, ours] = Object.values(times).map(median);
  const allowed = 1.5 * blame + start + 100;
  const rows = [
    { what: 'git blame, ms', measured: blame.toFixed(0), target: '' },
    { what: 'node -e 0, ms', measured: start.toFixed(0), target: '' },
    { what: 'hansard blame, ms', measured: ours.toFixed(0), target: allowed.toFixed(0) },
    { what: 'hansard blame / allowed', measured: (ours / allowed).toFixed(2), target: '1.00' },
    {
      what: 'lines of agents among its lines',
      measured: `${told.filter(({ author }) => author === 'agent').length} of ${told.length}`,
      target: String(told.filter(({ text }) => text.includes('steward.')).length),
    },
    { what: 'hook after a commit, ms', measured: hookTime(place, hansard, env).toFixed(0), target: '50' },
    ...shareOfIndex(place, env),
  ];
  const title = `Blame of ${LINES} lines, ${COMMITS} commits, ${SESSIONS} sessions, ${ROUNDS} runs each, interleaved`;
  return table(title, rows);
}

async function makeRepository({ repo, home }, scratch) {
  mkdirSync(repo, { recursive: true });
  mkdirSync(home, { recursive: true });
  const stream = path.join(scratch, 'blame-stream');
  const out = createWriteStream(stream);
  for (const piece of repositoryStream({ commits: COMMITS, lines: LINES })) {
    if (!out.write(piece)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  const env = { PATH: process.env.PATH, HOME: home };
  const script = `git init -q -b main . && git fast-import --quiet < ${stream} && git checkout -q -f main && git repack -q -a -d && git commit-graph write --reachable && rm ${stream}`;
  const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: repo, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the repository could not be made: ${stderr}`);
}

function run(program, args, { env, cwd }) {
  const before = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, { env, cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0 && status !== 1) throw new Error(`${args.slice(0, 3).join(' ')} ended with ${status}: ${stderr}`);
  return { ms: performance.now() - before, out: stdout };
}

/** What a commit takes longer with the hook than without. */
function hookTime({ repo }, hansard, env) {
  const author = ['-c', 'user.name=Pat', '-c', 'user.email=pat@example.org'];
  const commit = () => run('git', [...author, 'commit', '-q', '--allow-empty', '-m', 'x'], { env, cwd: repo }).ms;
  const without = median(Array.from({ length: 9 }, commit));
  hansard('git', 'install', '--no-start');
  const having = median(Array.from({ length: 9 }, commit));
  hansard('git', 'uninstall');
  return having - without;
}

/** Pages of the tables of the index among all of the archive. */
function shareOfIndex({ root, home }, env) {
  const { out } = run(
    process.execPath,
    ['--no-warnings', path.join(root, 'bench/index-share.mjs'), path.join(home, 'archive')],
    { env, cwd: root },
  );
  const { index, all } = JSON.parse(out);
  return [{ what: 'index / archive, of these sessions', measured: `${((100 * index) / all).toFixed(1)}%`, target: '' }];
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
