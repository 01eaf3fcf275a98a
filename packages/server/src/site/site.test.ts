/** Files for browsers: the page at each of its addresses, its assets for good, and nothing beside them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath, launchChromium } from '@hansard/core/testing/chromium.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'hansard-page-'));
const PAGE = '<title>Page</title><link rel="icon" href="data:,">';
let server: TestServer;

beforeAll(async () => {
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'page', 'index.html'), PAGE);
  writeFileSync(join(folder, 'page', 'assets', 'app-1a2b.js'), 'export {};\n'.repeat(200));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  const referenceFolder = fileURLToPath(new URL('../../reference', import.meta.url));
  server = await TestServer.start({ cases: ['codex/basic'], pageFolder: join(folder, 'page'), referenceFolder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

it.each(['/', '/s/some-id?e=1&level=compact', '/search?q=x', '/stats'])('shows the page at %s', async (path) => {
  const response = await server.fetch(path);
  expect([response.status, await response.text()]).toEqual([200, PAGE]);
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
});

it('lets browsers keep what has its hash in its name', async () => {
  const response = await server.fetch('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-type')).toContain('text/javascript');
  expect(response.headers.get('content-encoding')).toBe('gzip');
});

it.each([
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/none.js',
  '/reference/..%2fpackage.json',
])('has nothing at %s', async (path) => {
  const response = await server.fetch(path);
  expect([response.status, (await response.text()).includes('secret"')]).toEqual([404, false]);
});

it('shows people the page at an address that there is not, and tells programs', async () => {
  const headers = { accept: 'text/html,*/*;q=0.8' };
  const shown = await server.fetch('/sesions/1', { headers });
  expect([shown.status, await shown.text()]).toEqual([404, PAGE]);
  expect((await server.fetch('/sesions/1', { headers, token: null })).status).toBe(401);
  for (const [path, accept] of [
    ['/sesions/1', '*/*'],
    ['/v1/sesions', headers.accept],
  ] as const) {
    const told = await server.fetch(path, { headers: { accept } });
    expect([told.status, told.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  }
});

it('opens no stream for its head', async () => {
  const response = await server.fetch('/v1/changes/sse', { method: 'HEAD' });
  expect(response.status).toBe(405);
});

it.skipIf(chromiumPath === undefined)(
  'lets people try every route in the reference, under the strict policy',
  async () => {
    const browser = await launchChromium();
    const page = await browser.newPage();
    const [problems, foreign]: [string[], string[]] = [[], []];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('request', (request) => request.url().startsWith(server.running.url) || foreign.push(request.url()));
    await page.goto(server.running.link);
    await page.goto(`${server.running.url}/reference#sessions`);
    await page.fill('#sessions input[type=number]', '1');
    await page.click('#sessions button');
    await page.locator('#sessions pre', { hasText: '"total": 1' }).waitFor();
    expect(await page.locator('details.route').count()).toBeGreaterThan(35);
    await page.fill('#filter', 'outline');
    expect(await page.locator('details.route:visible').count()).toBe(1);
    expect([problems, foreign.filter((url) => !url.startsWith('data:'))]).toEqual([[], []]);
    await browser.close();
  },
);
