/**
 * The page as people use it, for tests: built as it ships, served by the real server on an archive of recorded
 * sessions, and opened in a real browser. One of each for a test file; screenshots are kept in test-artefacts/.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Archive, createNodeHost, runAdapter, servedArchive } from '@hansard/archive';
import { adapters, type Host, loadPriceBook } from '@hansard/core';
import { BUILT_IN, Gate, profileNames, resolveProfile } from '@hansard/core/privacy/index.ts';
import { launchChromium } from '@hansard/core/testing/chromium.ts';
import { goldenCases, HOME, inputFiles } from '@hansard/core/testing/fixtures.ts';
import { type RunningServer, type ServerOptions, startServer } from '@hansard/server';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { writeBelow } from './write-below.ts';

const ARTEFACTS = fileURLToPath(new URL('../../../../test-artefacts/', import.meta.url));
const DATABASE = Buffer.from('SQLite format 3');

export interface ServedPage {
  readonly browser: Browser;
  readonly server: RunningServer;
  readonly archive: Archive;
  readonly host: Host;
  /** Stops the server; what this gives starts it again at the same address. */
  stopServer(): Promise<() => Promise<void>>;
  /** The home folder in which agents keep their logs; what is written there is noticed. */
  readonly home: string;
  /** A logged-in page, and everything that it did but should not. */
  open(path: string, options?: BrowserContextOptions): Promise<{ page: Page; trouble: string[] }>;
  /** Closes what was opened; the browser stays. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export interface ServedPageOptions {
  /** Files of agents by their path below the home folder; unless said, those of all golden cases. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Folder below the home in which runs of flows lie. */
  readonly runs?: string;
  /** Runs agents on the archive. */
  readonly live?: (archive: Archive, host: Host) => Promise<ClosableLive>;
  /** A home folder that is there already, with what git is started with. */
  readonly world?: { readonly home: string; readonly env: Readonly<Record<string, string | undefined>> };
}

type ClosableLive = NonNullable<ServerOptions['live']> & { close(how: 'end'): Promise<unknown> };

export async function servePage({ files, runs, live: run, world }: ServedPageOptions = {}): Promise<ServedPage> {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-web-'));
  const home = world?.home ?? join(folder, 'home');
  mkdirSync(home, { recursive: true });
  for (const [name, content] of Object.entries(files ?? (world ? {} : goldenFiles()))) writeBelow(home, name, content);
  const built = inject('builtPage');
  const host = createNodeHost({
    home,
    env: { HANSARD_HOME: join(folder, 'archive'), PATH: process.env['PATH'] },
    platform: 'linux',
  });
  const archive = await Archive.open(host);
  const live = await run?.(archive, host);
  const options: ServerOptions = {
    ...(live ? { live } : {}),
    ...servedArchive({
      archive,
      host,
      env: world?.env,
      adapters: runs === undefined ? adapters : [...adapters, runAdapter([join(home, runs)])],
      watch: true,
      report: (error) => console.error(error),
    }),
    version: '0.0.0',
    prices: await loadPriceBook(),
    timezone: 'UTC',
    privacy: privacyOf(host.digest),
    port: 0,
    pageFolder: join(built, 'page'),
    viewer: async () => JSON.parse(readFileSync(join(built, 'viewer.json'), 'utf8')),
  };
  let server = await startServer(options);
  await server.synced;
  const browser = await launchChromium();
  return {
    browser,
    get server() {
      return server;
    },
    archive,
    host,
    home,
    stopServer: async () => {
      const { port } = server;
      await server.close();
      return async () => {
        server = await startServer({ ...options, port });
      };
    },
    open: (path, options) => openPage(browser, server, path, options),
    closePages: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: async () => {
      await browser.close();
      await live?.close('end');
      await server.close();
      archive.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The logs of all golden cases. Databases are left out: several cases have one at the same place. */
function goldenFiles(): Record<string, Uint8Array> {
  const files = goldenCases().flatMap((golden) => Object.entries(inputFiles(golden)));
  return Object.fromEntries(
    files
      .filter(([, bytes]) => !Buffer.from(bytes).subarray(0, DATABASE.length).equals(DATABASE))
      .map(([name, bytes]) => [name.slice(HOME.length + 1), bytes]),
  );
}

function privacyOf(digest: Host['digest']): ServerOptions['privacy'] {
  const gates = new Map<string, Gate>();
  return {
    chosen: 'strict',
    unredacted: false,
    names: () => profileNames(BUILT_IN),
    profile: (name) => {
      const profile = resolveProfile(name, BUILT_IN);
      if (!profile) throw new Error(`There is no profile ${name}`);
      return profile;
    },
    gate: async (profile) => {
      const key = Buffer.from('a key that only tests have');
      const gate = gates.get(profile.name) ?? new Gate({ profile, key, digest });
      gates.set(profile.name, gate);
      return gate;
    },
  };
}

async function openPage(
  browser: Browser,
  server: RunningServer,
  path: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; trouble: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const trouble: string[] = [];
  page.on('console', (message) => {
    if (!/^(error|warning)$/.test(message.type())) return;
    trouble.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => trouble.push(`dialog ${dialog.message()}`)));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url)) trouble.push(request.url());
  });
  await page.goto(server.link);
  await page.goto(server.url + path);
  // Keys work once the page was painted: what is pressed before is lost, as it would be for a person.
  await page.waitForSelector('.app');
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  return { page, trouble };
}

/** Keeps what the page looks like, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
}
