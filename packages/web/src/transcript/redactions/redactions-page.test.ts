/** What a profile would take out, covered in the transcript, and revealed by who asks for it. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NativeLog } from '../../testing/native-log.ts';
import { type ServedPage, screenshot, servePage } from '../../testing/served-page.ts';

const ID = 'cccc1111-0000-4000-8000-000000000009';
const KEY = ['AKIA', 'Z7QX3MNB', 'V5KLP2WD'].join('');
const MAIL = 'jo.perkins@perkins-and-daughters.example';

function secretive(): Record<string, string> {
  const log = new NativeLog(ID, Date.UTC(2026, 10, 2, 9, 0, 0));
  log.prompt(`Deploy it. The key is ${KEY}, and write to ${MAIL} when it is done.`);
  log.call('Bash', { command: './deploy' }, { output: 'deployed' });
  log.say('It is deployed.');
  return { [log.path]: log.take() };
}

/** The texts that are covered. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(CSS.highlights.get('covered') ?? [])].map((range) => String(range)).sort());

describe.skipIf(!chromiumPath)('redactions', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage({ files: secretive() });
  });
  afterEach(() => served.closePages());
  afterAll(() => served?.close());

  it('are covered on request, one by one or all revealed, by any profile', async () => {
    const { page, trouble } = await served.open(`/s/${ID}`);
    await page.locator('.row', { hasText: KEY }).waitFor();
    expect(await covered(page)).toEqual([]);
    await page.getByRole('button', { name: 'What is shown' }).click();
    await page.getByRole('checkbox', { name: 'Redactions, covered' }).check();
    await page.keyboard.press('Escape');
    await expect.poll(() => covered(page)).toEqual(expect.arrayContaining([KEY, MAIL]));
    await screenshot(page, 'redactions');
    await clickOn(page, KEY);
    await expect.poll(() => covered(page)).not.toContain(KEY);
    expect(await covered(page)).toContain(MAIL);
    await page.getByRole('button', { name: 'Reveal all' }).click();
    await expect.poll(() => covered(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cover' }).click();
    await expect.poll(() => covered(page)).toEqual(expect.arrayContaining([KEY, MAIL]));
    await page.getByRole('combobox', { name: 'Privacy profile' }).selectOption('team');
    await expect.poll(() => new URL(page.url()).searchParams.get('redactions')).toBe('team');
    await expect.poll(() => covered(page)).toContain(KEY);
    expect(trouble).toEqual([]);
  });
});

/** In the middle of where it is covered. */
async function clickOn(page: Page, text: string): Promise<void> {
  const [x, y] = await page.evaluate((wanted) => {
    const range = [...(CSS.highlights.get('covered') ?? [])].find((one) => String(one) === wanted) as Range;
    const { left, top, width, height } = range.getClientRects()[0] as DOMRect;
    return [left + width / 2, top + height / 2];
  }, text);
  await page.mouse.click(x as number, y as number);
}
