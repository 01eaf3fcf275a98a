/** Coming back: to a server that was away, to an event, to where one was reading. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPage, servePage } from '../testing/served-page.ts';
import { STORY, storyFiles } from '../testing/story-session.ts';

const PATH = `/s/${STORY}`;

describe.skipIf(!chromiumPath)('coming back', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage({ files: storyFiles() });
  });
  afterEach(() => served.closePages());
  afterAll(() => served?.close());

  const open = async (path: string): Promise<Page> => (await served.open(path)).page;

  describe('to a server that was away', () => {
    it('reads the session that could not be read, also when something of it is known', async () => {
      const page = await open(PATH);
      await page.locator('.row', { hasText: 'wrong totals' }).first().waitFor();
      await page.getByRole('link', { name: 'Statistics' }).click();
      await page.locator('.chart-card').first().waitFor();
      const start = await served.stopServer();
      await page.getByText('Not connected').waitFor();
      await page.goBack();
      await page.locator('.main-pane .trouble', { hasText: 'The server does not answer.' }).waitFor();
      await start();
      await page.locator('.row', { hasText: 'wrong totals' }).first().waitFor();
      expect(await page.locator('.trouble').count()).toBe(0);
    });

    it('asks again for whatever it did not answer', async () => {
      const page = await open('/');
      await page.locator('.session-row').first().waitFor();
      const start = await served.stopServer();
      await page.getByText('Not connected').waitFor();
      await page.getByRole('link', { name: 'Statistics' }).click();
      await page.locator('.trouble', { hasText: 'The server does not answer.' }).waitFor();
      await start();
      await page.locator('.chart-card').first().waitFor();
    });
  });

  describe('to where one was', () => {
    const current = (page: Page, words: string) => page.locator('.row.current', { hasText: words }).waitFor();

    /** Goes to the one event that has these words, from anywhere. */
    async function goTo(page: Page, words: string): Promise<void> {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(words);
      await page.locator('.palette-option mark').first().waitFor();
      await page.keyboard.press('Enter');
      await current(page, words);
    }

    /** The first row in sight, and where it is. */
    const top = (page: Page) =>
      page.locator('.rows').evaluate((list) => {
        const edge = list.getBoundingClientRect().top;
        const row = [...list.querySelectorAll('.row')].find((one) => one.getBoundingClientRect().bottom > edge);
        return {
          words: row?.textContent?.slice(0, 60),
          from: Math.round((row?.getBoundingClientRect().top ?? 0) - edge),
        };
      });

    it('goes to an event that was gone to before', async () => {
      const page = await open(PATH);
      await page.locator('.row').first().waitFor();
      await goTo(page, 'Overloaded');
      await goTo(page, 'wrong totals');
      await goTo(page, 'Overloaded');
      // The same once more, after reading on elsewhere.
      await page.keyboard.press('g');
      await page.keyboard.press('g');
      await current(page, 'wrong totals');
      await goTo(page, 'Overloaded');
      await page.goBack();
      await page.locator('.row', { hasText: 'What I found' }).first().waitFor();
      expect((await top(page)).words).not.toContain('Overloaded');
    });

    it('shows what was read when one left, by the back button and by a reload', async () => {
      const page = await open(`${PATH}?level=full`);
      await page.locator('.row', { hasText: 'What I found' }).first().waitFor();
      await page.locator('.rows').evaluate((list) => list.scrollTo(0, 1300));
      await expect.poll(async () => (await top(page)).words).not.toContain('wrong totals');
      const before = await top(page);
      await page.getByRole('link', { name: 'Statistics' }).click();
      await page.locator('.chart-card').first().waitFor();
      await page.goBack();
      await page.locator('.row:not(.waiting)').first().waitFor();
      await expect.poll(() => top(page)).toEqual(before);
      expect(await page.locator('.row.current').count()).toBe(0);
      await page.reload();
      await page.locator('.row:not(.waiting)').first().waitFor();
      await expect.poll(() => top(page)).toEqual(before);
    });
  });

  describe('by a link', () => {
    it('with the agent’s id of a session: it is the one in the list, and names the tab', async () => {
      const page = await open(PATH);
      await page.locator('.list-pane [aria-current]').waitFor();
      await expect.poll(() => page.title()).toContain('wrong totals');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.reload();
      await page.locator('.row:not(.waiting)').first().waitFor();
      // What the session is comes once for the whole page, and once to see where to start.
      expect(asked.filter((path) => path === `/v1/sessions/${STORY}`).length).toBeLessThanOrEqual(2);
    });

    it('to an event that is not there: it says so, and shows the session', async () => {
      const page = await open(`${PATH}?e=nobody-knows-it`);
      const notice = page.getByText('is not in this session');
      await notice.waitFor();
      await page.locator('.row', { hasText: 'wrong totals' }).first().waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      await notice.waitFor({ state: 'detached' });
      expect(page.url()).not.toContain('nobody');
    });

    it('to a session that is not there: it says so once, and leads on', async () => {
      const page = await open('/s/nobody-knows-it');
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.count()).toBe(1);
      expect(await alert.textContent()).toContain('No session has the id nobody-knows-it');
      await alert.getByRole('link', { name: 'All sessions' }).click();
      await page.locator('.session-row').first().waitFor();
    });
  });
});
