/** How the page looks to everybody: three themes, a phone, and a check by axe of every page. */
import { listSessions } from '@hansard/archive';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { COLOURS, violations } from '../testing/axe-violations.ts';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';
import { still } from '../testing/still-page.ts';

describe.skipIf(!chromiumPath)('the look of the page', () => {
  let served: ServedPage;
  let session: string;
  beforeAll(async () => {
    served = await servePage();
    session = `/s/${listSessions(served.archive)[2]?.id}`;
  });
  afterEach(() => served.closePages());
  afterAll(() => served?.close());

  const pages: [name: string, path: () => string, ready: string][] = [
    ['list', () => '/', '.session-row'],
    ['session', () => session, '.details-head'],
    ['replay', () => `${session}?replay=3`, '.replay'],
    ['search', () => '/search?q=sum', '.search-result'],
    ['nowhere', () => '/compare', '.nothing'],
    ['stats', () => '/stats?range=all&table=tools', '[data-chart="days"] a'],
  ];

  it.each(pages)('is accessible in every theme: %s', async (name, path, ready) => {
    const { page, trouble } = await served.open(path(), { bypassCSP: true });
    await page.waitForSelector(ready);
    expect(await violations(page)).toEqual([]);
    for (const theme of ['light', 'dark', 'contrast']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      await screenshot(page, `${name}-${theme}`);
      if (theme !== 'light') expect(await violations(page, COLOURS)).toEqual([]);
    }
    expect(trouble).toEqual([]);
  });

  it.each(['Control+k', '?'])('is accessible with the dialog of %s', async (key) => {
    const { page } = await served.open('/', { bypassCSP: true });
    await page.waitForSelector('.session-row');
    await page.keyboard.press(key);
    if (key !== '?') await page.keyboard.type('sum');
    await still(page);
    expect(await violations(page)).toEqual([]);
  });

  it('follows the system’s colours, and lets the reader choose', async () => {
    const { page } = await served.open('/', { colorScheme: 'dark' });
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await background();
    await page.getByRole('button', { name: 'Colours' }).click();
    await page.getByRole('button', { name: 'Light' }).click();
    expect(await background()).not.toBe(dark);
    await page.reload();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
    await page.getByRole('button', { name: 'Colours' }).click();
    await page.getByRole('button', { name: 'As the system' }).click();
    expect(await background()).toBe(dark);
  });

  it('has the controls of a session with subagents in one line, beside the details', async () => {
    const sample = await fetch(`${served.server.url}/v1/sample`, {
      method: 'POST',
      headers: { authorization: `Bearer ${served.server.app.guard.token.text}` },
    });
    const { id } = (await sample.json()) as { id: string };
    const { page } = await served.open(`/s/${id}`);
    await page.locator('.lane').waitFor();
    const tops = await page.locator('.bar-line > *').evaluateAll((parts) =>
      parts.map((part) => {
        const { top, height } = part.getBoundingClientRect();
        return Math.round(top + height / 2);
      }),
    );
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
  });

  it('shows one pane at a time on a phone', async () => {
    const { page, trouble } = await served.open('/', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      bypassCSP: true,
    });
    await page.waitForSelector('.session-row');
    await screenshot(page, 'phone-list');
    const wide = 'document.documentElement.scrollWidth > innerWidth';
    expect(await page.evaluate(wide)).toBe(false);
    await page.locator('.session-link').nth(2).tap();
    await page.locator('.main-pane').waitFor();
    expect(await page.locator('.list-pane').isVisible()).toBe(false);
    await screenshot(page, 'phone-session');
    expect(await page.evaluate(wide)).toBe(false);
    await page.getByRole('button', { name: 'Details of the session' }).tap();
    await page.getByRole('main', { name: 'Details' }).waitFor();
    expect(await page.locator('.main-pane').isVisible()).toBe(false);
    await screenshot(page, 'phone-details');
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    expect(await page.locator('.main-pane').isVisible()).toBe(true);
    await page.goto(`${served.server.url}/stats?range=all`);
    await page.waitForSelector('[data-chart="days"] a');
    expect(await page.evaluate(wide)).toBe(false);
    await screenshot(page, 'phone-stats');
    expect(trouble).toEqual([]);
  });
});
