/** Coming back to a search finds as much of it as was shown, where it was. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manySessions } from '../testing/many-sessions.ts';
import { type ServedPage, servePage } from '../testing/served-page.ts';

const SESSIONS = 50;

describe.skipIf(!chromiumPath)('coming back to a search', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage({ files: manySessions(SESSIONS) });
  });
  afterAll(() => served?.close());

  it('shows the further pages again, and the place in them', async () => {
    const { page, trouble } = await served.open('/search?q=build');
    const results = page.locator('.search-result');
    const more = page.getByRole('button', { name: 'More sessions' });
    await expect.poll(() => results.count()).toBe(20);
    await more.click();
    await expect.poll(() => results.count()).toBe(40);
    await more.click();
    await expect.poll(() => results.count()).toBe(SESSIONS);
    const last = results.nth(SESSIONS - 2);
    const words = await last.textContent();
    await last.locator('.hit').first().click();
    await page.locator('.row').first().waitFor();
    await page.goBack();
    await expect.poll(() => results.count()).toBe(SESSIONS);
    expect(await results.nth(SESSIONS - 2).textContent()).toBe(words);
    await expect
      .poll(() => results.nth(SESSIONS - 2).evaluate((element) => element.getBoundingClientRect().top < innerHeight))
      .toBe(true);
    expect(trouble).toEqual([]);
  });
});
