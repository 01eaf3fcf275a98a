/**
 * A session of 45 MB to HTML, against the two programs from npm that people use, on the same file in the same run. Target:
 * no more CPU seconds than either, and a smaller file. Where Chromium is there, also what it takes to open ours.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from '../scripts/lib/bundle.mjs';
import { filesBelow } from './files-below.mjs';
import { table } from './table.mjs';

const SIZE = 45_000_000;
const ROUNDS = 3;
const PEERS = { 'claude-replay': '0.9.0', 'claude-code-transcripts': '1.0.2' };
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function htmlTable({ root, scratch }) {
  const session = writeSession(root, scratch);
  if (!session) return '\nHTML: skipped, there is no ../shared/tools/generate-logs.mjs\n';
  const peers = installPeers(scratch);
  const worker = path.join(scratch, 'html-worker', 'main.js');
  await bundle({ input: { main: here('html-worker.mjs') }, folder: path.dirname(worker) });
  const programs = {
    hansard: (out) => [
      worker,
      session,
      path.join(out, 'page.html'),
      path.join(root, 'packages/cli/dist/viewer/viewer.json'),
    ],
    'claude-replay 0.9.0': (out) => [
      path.join(peers, '.bin/claude-replay'),
      session,
      '-o',
      path.join(out, 'page.html'),
    ],
    'claude-code-transcripts 1.0.2': (out) => [
      path.join(peers, '.bin/claude-code-transcripts'),
      'json',
      session,
      '-o',
      out,
    ],
  };
  const rows = Object.entries(programs).map(([name, args]) => ({ program: name, ...measure(name, args, scratch) }));
  const shown = await openInBrowser(path.join(scratch, 'hansard', 'page.html'));
  return table(`One session of ${SIZE / 1e6} MB to HTML, best of ${ROUNDS}`, rows) + shown;
}

function measure(name, argsOf, scratch) {
  const out = path.join(scratch, name.split(' ')[0]);
  mkdirSync(out, { recursive: true });
  const file = path.join(scratch, 'cpu');
  const seconds = Array.from({ length: ROUNDS }, () => {
    const args = ['--import', pathToFileURL(here('cpu-at-exit.mjs')).href, ...argsOf(out)];
    const env = { PATH: process.env.PATH, HOME: scratch, BENCH_CPU: file };
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8', maxBuffer: 1 << 26 });
    if (status !== 0) throw new Error(`${name}: ${stderr.slice(0, 2000)}`);
    return Number(readFileSync(file, 'utf8'));
  });
  return { 'CPU s': Math.min(...seconds).toFixed(2), 'output MB': (sizeOf(out) / 1e6).toFixed(1) };
}

/** Generated sessions of one agent, joined under one session id until the size is reached. */
function writeSession(root, scratch) {
  const generator = path.join(root, '../shared/tools/generate-logs.mjs');
  if (!existsSync(generator)) return undefined;
  const home = path.join(scratch, 'html-home');
  execFileSync(process.execPath, [generator, home, '64', '--codex-share', '0'], { stdio: 'ignore' });
  const lines = [];
  let size = 0;
  for (const file of filesBelow(home)) {
    const own = /"sessionId":"([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1];
    const text = readFileSync(file, 'utf8').replaceAll(
      `"sessionId":"${own}"`,
      '"sessionId":"11111111-1111-4111-8111-111111111111"',
    );
    for (const line of text.split('\n')) {
      if (line === '' || size >= SIZE) continue;
      lines.push(line);
      size += Buffer.byteLength(line) + 1;
    }
  }
  const session = path.join(scratch, '11111111-1111-4111-8111-111111111111.jsonl');
  writeFileSync(session, `${lines.join('\n')}\n`);
  return session;
}

function installPeers(scratch) {
  const folder = path.join(scratch, 'peers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  const packages = Object.entries(PEERS).map(([name, version]) => `${name}@${version}`);
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: 'ignore',
  });
  return path.join(folder, 'node_modules');
}

/** From a file, as a reader would: until the first paint, until the first row, and the nodes in the page then. */
async function openInBrowser(page) {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (!executablePath) return 'Opening it: skipped, there is no Chromium\n';
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    const tab = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    await tab.goto(pathToFileURL(page).href, { waitUntil: 'commit' });
    await tab.waitForSelector('article');
    const [paint, row, nodes] = await tab.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      performance.now(),
      document.evaluate('count(//node())', document, null, 1, null).numberValue,
    ]);
    return `Opening it in Chromium: first paint ${paint.toFixed(0)} ms, first row ${row.toFixed(0)} ms, ${nodes} nodes\n`;
  } finally {
    await browser.close();
  }
}

function sizeOf(folder) {
  return filesBelow(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}
