/**
 * Opening a session of 100,000 events in the browser, against claude-run from npm on the same session in the same run.
 * Targets: words on the screen in a quarter of its time, at most 1 MB sent before, and at most 500 elements.
 * Ours is measured from the navigation, with nothing cached; claude-run has no address for a session, so its page is
 * open already and the clock starts with the click on the session.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../scripts/lib/bundle.mjs';
import { table } from './table.mjs';

const EVENTS = 100_000;
const ROUNDS = 3;
const PEER = 'claude-run@0.3.0';
const TITLE = 'The long session';
/** Words of answers, which no list of sessions shows. */
const SHOWN = String.raw`/(Answer|Done with) \d+\./`;

export async function pageTable({ root, scratch }) {
  const browser = await launch();
  if (!browser) return '\nPage: skipped, there is no Chromium\n';
  const home = path.join(scratch, 'page-home');
  const id = await writeSession(root, scratch, home);
  const servers = [await startOwn(root, home), await startPeer(scratch, home)];
  try {
    const opened = await rounds(browser, servers, id);
    return report(opened);
  } finally {
    await browser.close();
    for (const { stop } of servers) stop();
  }
}

async function rounds(browser, [own, peer], id) {
  const opened = { own: [], peer: [] };
  for (let round = 0; round < ROUNDS; round++) {
    opened.own.push(await openOwn(browser, own, id));
    opened.peer.push(await openPeer(browser, peer));
  }
  return opened;
}

function report({ own, peer }) {
  const best = (results) => results.reduce((a, b) => (a.ms <= b.ms ? a : b));
  const [ours, theirs] = [best(own), best(peer)];
  const row = (program, { ms, bytes, elements }) => ({
    program,
    'first words, ms': Math.round(ms),
    'MB before': (bytes / 1e6).toFixed(2),
    elements,
    ratio: (ms / theirs.ms).toFixed(3),
  });
  return table(`Opening a session of ${EVENTS} events, best of ${ROUNDS}; target: ratio 0.25, 1 MB, 500 elements`, [
    row('hansard', ours),
    row(PEER, theirs),
  ]);
}

/** From the navigation on; the elements are counted once the whole skeleton is there. */
async function openOwn(browser, { link, url }, id) {
  const { page, received } = await watchedPage(browser);
  await page.goto(link);
  received.bytes = 0;
  await page.goto(`${url}/s/${id}`, { waitUntil: 'commit' });
  const ms = await shownAt(page);
  const { bytes } = received;
  await page.waitForFunction(() => document.querySelector('.rows-space').offsetHeight > 1e6);
  return { ms, bytes, elements: await elementsOf(page) };
}

async function openPeer(browser, { url }) {
  const { page, received } = await watchedPage(browser);
  await page.goto(url);
  const item = page.getByText(TITLE).first();
  await item.waitFor();
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    const note = () => {
      window.clickedAt = performance.now();
    };
    addEventListener('pointerdown', note, { capture: true, once: true });
  });
  received.bytes = 0;
  await item.click();
  const shown = await shownAt(page);
  const { bytes } = received;
  const ms = shown - (await page.evaluate(() => window.clickedAt));
  await page.waitForTimeout(500);
  return { ms, bytes, elements: await elementsOf(page) };
}

/** A page that notes when words are painted, and what was sent to it. */
async function watchedPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(`{
    const look = () => {
      if (!${SHOWN}.test(document.body?.textContent ?? '')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => (window.shownAt = performance.now())));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  }`);
  const received = { bytes: 0 };
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  client.on('Network.dataReceived', ({ encodedDataLength, dataLength }) => {
    received.bytes += encodedDataLength || dataLength;
  });
  return { page, received };
}

async function shownAt(page) {
  await page.waitForFunction(() => window.shownAt !== undefined, undefined, { timeout: 120_000 });
  return page.evaluate(() => window.shownAt);
}

async function elementsOf(page) {
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  await page.context().close();
  return elements;
}

async function writeSession(root, scratch, home) {
  const folder = path.join(scratch, 'long-session');
  await bundle({ input: { main: path.join(root, 'packages/web/src/testing/long-session.ts') }, folder });
  const { longFiles, LONG } = await import(pathToFileURL(path.join(folder, 'main.js')).href);
  for (const [name, text] of Object.entries(longFiles(EVENTS))) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), text);
  }
  const entry = { display: TITLE, timestamp: Date.now(), project: '/home/dev/shop', sessionId: LONG };
  writeFileSync(path.join(home, '.claude', 'history.jsonl'), `${JSON.stringify(entry)}\n`);
  return LONG;
}

const envOf = (home) => ({ PATH: process.env.PATH, HOME: home, HANSARD_HOME: path.join(home, 'archive') });

async function startOwn(root, home) {
  const command = path.join(root, 'packages/cli/bin/hansard.js');
  execFileSync(process.execPath, [command, 'sync'], { env: envOf(home), stdio: 'ignore' });
  const args = [command, 'serve', '--port', '0', '--no-watch', '--json'];
  const running = spawn(process.execPath, args, { env: envOf(home), stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise((resolve, reject) => {
    running.stdout.once('data', (data) => resolve(String(data)));
    running.once('exit', (code) => reject(new Error(`hansard serve ended with ${code}`)));
  });
  return { ...JSON.parse(line), stop: () => running.kill() };
}

async function startPeer(scratch, home) {
  const folder = path.join(scratch, 'page-peer');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', PEER];
  execFileSync('npm', install, { cwd: folder, stdio: 'ignore', env: { ...process.env, HOME: scratch } });
  const port = await freePort();
  const command = path.join(folder, 'node_modules/claude-run/dist/index.js');
  const args = [command, '--port', String(port), '--dir', path.join(home, '.claude'), '--no-open'];
  const running = spawn(process.execPath, args, { env: envOf(home), stdio: 'ignore' });
  const url = `http://localhost:${port}`;
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { url, stop: () => running.kill() };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function launch() {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (!executablePath) return undefined;
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
