/** Notes and stars on events, and the days of a session that lasts longer than one. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NativeLog } from '../testing/native-log.ts';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';

const ID = 'aaaa1111-0000-4000-8000-000000000077';

function twoDays(): Record<string, string> {
  const log = new NativeLog(ID, Date.UTC(2026, 10, 2, 22, 0, 0));
  log.prompt('Good evening, look at the queue.');
  log.say('It is empty.');
  log.wait(10 * 3_600_000);
  log.prompt('Good morning, look again.');
  log.say('It is full.');
  return { [log.path]: log.take() };
}

describe.skipIf(!chromiumPath)('an event', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage({ files: twoDays() });
  });
  afterAll(() => served?.close());

  it('is headed by its day where one begins', async () => {
    const { page } = await served.open(`/s/${ID}`);
    await page.waitForSelector('.row[data-day]');
    const days = await page.locator('.row[data-day]').evaluateAll((rows) => rows.map((row) => row.dataset['day']));
    expect(days).toEqual(['Monday 2 November 2026', 'Tuesday 3 November 2026']);
    await screenshot(page, 'transcript-days');
  });

  it('takes a note and a star, which are there again', async () => {
    const { page, trouble } = await served.open(`/s/${ID}`);
    const answer = page.locator('.row', { hasText: 'It is full.' });
    await answer.hover();
    await page.getByRole('button', { name: 'Star this event' }).click();
    await answer.locator('.event-note.is-star').waitFor();
    await page.getByRole('button', { name: 'Write a note on this event' }).click();
    await page.keyboard.type('check why');
    await page.keyboard.press('Control+Enter');
    await answer.getByText('check why').waitFor();
    await page.reload();
    await answer.getByText('check why').waitFor();
    await page.locator('.details-pane').getByText('Starred event').waitFor();
    await screenshot(page, 'event-notes');
    await answer.hover();
    await answer.locator('.row-actions').getByRole('button', { name: 'Take the star away' }).click();
    await expect.poll(() => answer.locator('.event-note.is-star').count()).toBe(0);
    expect(await answer.locator('.event-note').count()).toBe(1);
    expect(trouble).toEqual([]);
  });
});
