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
});
