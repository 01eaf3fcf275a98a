/** The site of the documentation, as `npm run docs` builds it: every link leads somewhere, and it can be read and searched from a folder. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromiumPath, launchChromium } from '@hansard/core/testing/chromium.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsSite } from '../../../../scripts/lib/docs-site.mjs';
import { violations } from '../testing/axe-violations.ts';
import { screenshot } from '../testing/served-page.ts';
import { writeBelow } from '../testing/write-below.ts';

const site = docsSite();
const folder = mkdtempSync(join(tmpdir(), 'hansard-docs-'));
for (const [name, content] of Object.entries(site.files)) writeBelow(folder, name, content);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const html = Object.keys(site.files).filter((name) => name.endsWith('.html'));
const textOf = (name: string) => String(site.files[name]);
const linksOf = (name: string) =>
  [...textOf(name).matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link as string);

it('has no link in its sources that leads nowhere', () => {
  expect(site.faults).toEqual([]);
  expect(html.length).toBeGreaterThan(60);
});

it('has nothing behind its links that is missing, and loads nothing from elsewhere', () => {
  const broken: string[] = [];
  for (const name of html) {
    for (const link of linksOf(name)) {
      if (/^(https?:|data:|mailto:)/.test(link)) continue;
      const { pathname, hash } = new URL(link, pathToFileURL(join(folder, name)));
      const path = fileURLToPath(`file://${pathname}`);
      const anchor = decodeURIComponent(hash.slice(1));
      const target = path.slice(folder.length + 1);
      if (!existsSync(path)) broken.push(`${name}: ${link}`);
      else if (anchor && !textOf(target).includes(`id="${anchor}"`)) broken.push(`${name}: ${link}`);
    }
    expect(textOf(name)).not.toMatch(/<(script|link|img)[^>]+(src|href)="https?:/);
  }
  expect(broken).toEqual([]);
});

describe.skipIf(!chromiumPath)('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it('is read from a file, searched, and followed, without a server', async () => {
    const page = await browser.newPage({ bypassCSP: true });
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:') && !request.url().startsWith('data:')) trouble.push(request.url());
    });
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await screenshot(page, 'docs-start');
    await page.keyboard.press('/');
    await page.keyboard.type('share link guest');
    await page.locator('#hits a').first().waitFor();
    expect(await page.locator('#hits').textContent()).toContain('hub');
    await page.getByRole('searchbox').fill('rebuild');
    await page.locator('#hits a', { hasText: 'rebuild' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#|docs\//);
    expect(await page.locator('main').textContent()).toContain('rebuild');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('searchbox').fill('zzzxqy');
    expect(await page.locator('#hits').textContent()).toBe('No matches.');
    const shown = page.locator('img').first();
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await shown.scrollIntoViewIfNeeded();
    await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(200);
    expect(trouble).toEqual([]);
    expect(dirname(page.url())).toBe(pathToFileURL(folder).href);
  });
});
