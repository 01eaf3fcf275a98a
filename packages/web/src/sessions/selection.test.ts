/** Several sessions at once: chosen, tagged and erased; and the list by project. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NativeLog } from '../testing/native-log.ts';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';

function someSessions(): Record<string, string> {
  return Object.fromEntries(
    [1, 2, 3].map((n) => {
      const log = new NativeLog(`aaaa1111-0000-4000-8000-00000000010${n}`, Date.UTC(2026, 10, 2, 9, n, 0));
      log.prompt(`Prompt number ${n}.`);
      log.say('Done.');
      return [log.path, log.take()];
    }),
  );
}

describe.skipIf(!chromiumPath)('several sessions', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage({ files: someSessions() });
  });
  afterAll(() => served?.close());

  it('are chosen, tagged, and erased after one more question', async () => {
    const { page, trouble } = await served.open('/?group=project');
    await page.waitForSelector('.session-row');
    expect(await page.locator('.day-row').allTextContents()).toEqual(['shop (3)']);
    await page.getByRole('button', { name: 'Select…' }).click();
    await page.getByLabel('Select Prompt number 1.').check();
    await page.getByLabel('Select Prompt number 2.').check();
    await page.getByLabel('Tag for all selected sessions').fill('later');
    await page.getByRole('button', { name: 'Add tag' }).click();
    await page.getByText('Tagged 2 sessions.').waitFor();
    await page.getByRole('button', { name: 'Export as HTML' }).waitFor();
    await screenshot(page, 'list-selected');
    await page.getByLabel('Select Prompt number 2.').uncheck();
    await page.getByRole('button', { name: 'Erase…' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Erase…' }).click();
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect.poll(() => page.locator('.session-row').count()).toBe(2);
    expect(await page.getByText('Prompt number 1.').count()).toBe(0);
    expect(trouble).toEqual([]);
  });
});
