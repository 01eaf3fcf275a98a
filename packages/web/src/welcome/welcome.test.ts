/** What somebody sees who has no session yet. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';

describe.skipIf(!chromiumPath)('an empty archive', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage({ files: {} });
  });
  afterAll(() => served?.close());

  it('says where Hansard looks, and shows a sample session', async () => {
    const { page, trouble } = await served.open('/');
    await page.getByRole('heading', { name: 'There are no sessions in the archive yet' }).waitFor();
    const places = page.locator('.places tbody tr');
    expect(await places.count()).toBe(served.server.app.adapters.length);
    expect(await places.first().textContent()).toContain('~/');
    await screenshot(page, 'empty');
    await page.getByRole('button', { name: 'Look at a sample session' }).click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('link', { name: 'sample' }).waitFor();
    await screenshot(page, 'sample');
    await page.getByRole('link', { name: 'Sessions' }).click();
    await expect.poll(() => page.locator('.session-row').count()).toBe(1);
    expect(trouble).toEqual([]);
  });
});
