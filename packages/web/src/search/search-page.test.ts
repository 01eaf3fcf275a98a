/** Finding things: the palette, the page of results, the statistics that lead to sessions, and the help. */
import { readFileSync } from 'node:fs';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';

const query = (page: Page) => new URL(page.url()).searchParams;
const path = (page: Page) => new URL(page.url()).pathname;

describe.skipIf(!chromiumPath)('finding', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage();
  });
  afterEach(() => served.closePages());
  afterAll(() => served?.close());

  describe('with the palette', () => {
    it('opens an event by keyboard alone', async () => {
      const { page, trouble } = await served.open('/');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('test fails');
      const options = page.getByRole('option');
      await expect.poll(() => page.locator('.palette mark').count()).toBeGreaterThan(1);
      expect(await page.locator('.palette .agent-badge').count()).toBeGreaterThan(1);
      await screenshot(page, 'palette');
      await page.keyboard.press('ArrowDown');
      expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Enter');
      await expect.poll(() => path(page)).toMatch(/^\/s\//);
      expect(query(page).get('e')).toBeTruthy();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(trouble).toEqual([]);
    });

    it('runs commands, and leads to all results', async () => {
      const { page } = await served.open('/');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('colours dark');
      await page.getByRole('option', { name: 'Colours: dark' }).click();
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('sum');
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => path(page)).toBe('/search');
      expect(query(page).get('q')).toBe('sum');
    });
  });

  describe('on the page of results', () => {
    it('groups hits by session, in an order that the address keeps', async () => {
      const { page, trouble } = await served.open('/search');
      // Whoever goes there wants to type.
      await page.locator('input:focus').waitFor();
      await page.keyboard.insertText('"please fix it" is:user');
      await page.locator('.search-result').first().waitFor();
      expect(await page.locator('.search-head').textContent()).toMatch(/hits? in \d+ sessions/);
      expect((await page.locator('.search-result mark').first().textContent())?.toLowerCase()).toContain('please');
      expect(await page.getByRole('link', { name: 'Best' }).getAttribute('aria-current')).toBe('true');
      await page.getByRole('link', { name: 'Newest' }).click();
      await expect.poll(() => query(page).get('order')).toBe('newest');
      await page.reload();
      await page.locator('.search-result').first().waitFor();
      expect(await page.getByRole('link', { name: 'Newest' }).getAttribute('aria-current')).toBe('true');
      await screenshot(page, 'search');
      await page.locator('.hit').first().click();
      await expect.poll(() => query(page).get('e')).toBeTruthy();
      expect(trouble).toEqual([]);
    });

    it('says why nothing was found, and what to ask instead', async () => {
      const { page } = await served.open('/search?q=fix tool:Bsh');
      await page.getByText('No matches.').waitFor();
      await page.getByRole('button', { name: 'Search for tool:Bash' }).click();
      await expect.poll(() => query(page).get('q')).toBe('fix tool:Bash');
    });
  });

  describe('with statistics', () => {
    it('leads from a bar to the sessions behind it', async () => {
      const { page, trouble } = await served.open('/stats?range=all');
      const bars = page.locator('[data-chart="cost"] a');
      await bars.first().waitFor();
      await screenshot(page, 'stats-light');
      const label = (await bars.last().getAttribute('aria-label')) ?? '';
      await bars.last().click();
      await expect.poll(() => query(page).get('q')).toMatch(/^after:\d{4}-\d\d-\d\d before:\d{4}-\d\d-\d\d$/);
      expect(query(page).get('q')).toContain(label.slice(0, 10));
      await page.waitForSelector('.session-row');
      expect(trouble).toEqual([]);
    });

    it('leads from an agent and from a tool to their sessions', async () => {
      const { page } = await served.open('/stats?range=all');
      await page.locator('[data-chart="agents"] a').first().click();
      await expect.poll(() => query(page).get('q')).toMatch(/^agent:/);
      await page.waitForSelector('.session-row');
      await page.goBack();
      await page.locator('[data-chart="tools"] a').first().click();
      await expect.poll(() => query(page).get('q')).toMatch(/^tool:/);
      await page.waitForSelector('.session-row');
    });

    it('says so once where there is nothing, and leads to all there is', async () => {
      const { page } = await served.open('/stats?range=7d&q=model:no-such-model');
      await page.getByText('Nothing in this time that fits.').waitFor();
      expect(await page.locator('[data-chart="models"]').count()).toBe(0);
      await page.getByRole('link', { name: 'Show all there is' }).click();
      await expect.poll(() => query(page).get('range')).toBe('all');
    });

    it('tells how long turns and tools take', async () => {
      const { page } = await served.open('/stats?range=all&table=tool-times,turn-times');
      const duration = /^(median|90% within|longest) [\d.]+ (ms|s|min|h)/;
      for (const chart of ['tool-times', 'turn-times']) {
        const rows = page.locator(`[data-chart="${chart}"] tbody tr`);
        await rows.first().waitFor();
        const cells = await rows.first().locator('td').allTextContents();
        expect(cells.map((cell) => duration.exec(cell)?.[1])).toEqual(['median', '90% within', 'longest']);
      }
      expect(await page.locator('.totals').textContent()).toMatch(/Median turn[\d.]+ (ms|s|min).*90% of turns≤ [\d.]+/);
    });

    it('names models without a price, and never shows them as free', async () => {
      const { page } = await served.open('/stats?range=all&table=models');
      const models = page.locator('[data-chart="models"] tbody tr');
      await models.first().waitFor();
      expect(await models.filter({ hasText: 'scripted-1' }).first().textContent()).toContain('no price');
      expect(await page.locator('.price-note').textContent()).toContain('scripted-1');
      await page.locator('[data-chart="agents"] li').first().waitFor();
      expect((await page.locator('.chart-card').allTextContents()).join()).not.toContain('$0.00 ·');
    });

    it('shows any chart as a table, and gives it as CSV and JSON', async () => {
      const { page } = await served.open('/stats?range=all');
      const models = page.locator('[data-chart="models"]');
      await models.getByRole('button', { name: 'Show the table' }).click();
      expect(query(page).get('table')).toBe('models');
      await models.getByRole('columnheader', { name: 'Tokens' }).waitFor();
      const file = async (name: string) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          models.getByRole('button', { name }).click(),
        ]);
        return readFileSync(await download.path(), 'utf8');
      };
      const csv = await file('Models as CSV');
      expect(csv.split('\r\n')[0]).toBe('model,costUsd,tokens');
      expect(csv).toMatch(/^scripted-1,,\d+$/m);
      const { rows } = JSON.parse(await file('Models as JSON')) as {
        rows: { model: string; costUsd: number | null }[];
      };
      expect(rows.find(({ model }) => model === 'scripted-1')?.costUsd).toBeNull();
    });
  });

  it('lists the keys that work', async () => {
    const { page } = await served.open('/');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard' });
    expect(await help.textContent()).toContain('Search everything');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });
});
