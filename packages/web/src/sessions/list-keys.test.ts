/** The list by keyboard, the palette, and panes at widths between a phone and a desk. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-posinset') ?? null);

describe.skipIf(!chromiumPath)('the page by keyboard', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage();
  });
  afterEach(() => served.closePages());
  afterAll(() => served?.close());

  it('goes from session to session with j, k and the arrows, and opens with Enter', async () => {
    const { page, trouble } = await served.open('/');
    await page.waitForSelector('.session-row');
    await page.keyboard.press('j');
    const first = Number(await focused(page));
    expect(first).toBeGreaterThan(0);
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    expect(Number(await focused(page))).toBeGreaterThan(first + 1);
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowUp');
    expect(Number(await focused(page))).toBe(first);
    // Far beyond what was in the page at first.
    const next = async () => {
      await page.keyboard.press('j');
      return Number(await focused(page));
    };
    await expect.poll(next, { interval: 20 }).toBeGreaterThan(first + 55);
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/s\//);
    expect(trouble).toEqual([]);
  });

  it('offers recent sessions, and commands of the session that is open', async () => {
    const { page, trouble } = await served.open('/');
    await page.keyboard.press('Control+k');
    await page.getByText('Recent sessions').waitFor();
    await screenshot(page, 'palette-recent');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/s\//);
    await page.waitForSelector('.details-head');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('session changes');
    await page.getByRole('option', { name: 'Session: show changes' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('changes');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('session export');
    await page.getByRole('option', { name: 'Session: export' }).click();
    await page.getByRole('dialog', { name: 'Export' }).waitFor();
    expect(trouble).toEqual([]);
  });

  it('gives the transcript the room of the details below 1280 pixels, until they are asked for', async () => {
    const { page } = await served.open('/', { viewport: { width: 1100, height: 800 } });
    await page.locator('.session-link').first().click();
    await page.waitForSelector('.row:not(.waiting)');
    expect(await page.locator('.details-pane').count()).toBe(0);
    expect((await page.locator('.main-pane').boundingBox())?.width).toBeGreaterThan(700);
    await page.keyboard.press('d');
    await page.waitForSelector('.details-pane');
    expect((await page.locator('.main-pane').boundingBox())?.width).toBeGreaterThan(700);
    expect(await page.locator('.list-pane').isVisible()).toBe(false);
    await screenshot(page, 'narrow-details');
  });
});
