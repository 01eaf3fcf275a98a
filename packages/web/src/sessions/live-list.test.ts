/** A session that an agent writes while the page is open: it appears, grows, and moves nothing. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { Archive, erase, findSession, listSessions, planErase } from '@hansard/archive';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPage, servePage } from '../testing/served-page.ts';

describe.skipIf(!chromiumPath)('while agents work', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage();
  });
  afterEach(() => served.closePages());
  afterAll(() => served?.close());

  /** A recorded log under another id, a few lines at a time. */
  function recorded(number: number) {
    const known = listSessions(served.archive).find(({ path, nativeId }) => path?.endsWith(`${nativeId}.jsonl`));
    const id = `99999999-0000-4000-8000-00000000000${number}`;
    const path = (known?.path ?? '').replaceAll(known?.nativeId ?? '', id);
    // Later than everything that was recorded.
    const lines = readFileSync(known?.path ?? '', 'utf8')
      .replaceAll(known?.nativeId ?? '', id)
      .replaceAll(/\b20\d\d-\d\d-\d\dT/g, '2098-01-01T')
      .split(/(?<=\n)/);
    return { path, lines };
  }

  it('shows a new session without moving what is looked at, and lets it grow in place', async () => {
    const { page, trouble } = await served.open('/');
    await page.waitForSelector('.session-row');
    const scroller = page.locator('.rows-scroll');
    await scroller.evaluate((element) => element.scrollTo(0, 200));
    await scroller.hover();
    const before = await page.locator('.list-head span').first().textContent();
    const seen = page.locator('.session-row').nth(12);
    const title = await seen.textContent();
    const place = (await seen.boundingBox())?.y;

    const { path, lines } = recorded(1);
    writeFileSync(path, lines.slice(0, 8).join(''));
    await page.getByRole('button', { name: '1 new session' }).waitFor();
    expect(await page.locator('.list-head span').first().textContent()).not.toBe(before);
    const same = page
      .locator('.session-row')
      .filter({ hasText: title ?? '' })
      .first();
    expect(Math.abs(((await same.boundingBox())?.y ?? 0) - (place ?? 0))).toBeLessThan(2);

    await page.getByRole('button', { name: '1 new session' }).click();
    const fresh = page.locator('.session-row').first();
    const events = async () => Number(await fresh.locator('.fact.events').textContent());
    const had = await events();
    appendFileSync(path, lines.slice(8, 20).join(''));
    await expect.poll(events).toBeGreaterThan(had);
    expect(trouble).toEqual([]);
  });

  it('adds a new session to a filtered list only if it fits', async () => {
    const { page } = await served.open('/?q=title:nothing-like-this');
    await page.getByText('No session fits this filter.').waitFor();
    const other = await served.open('/?q=session:99999999');
    await other.page.waitForSelector('.session-row');
    const { path, lines } = recorded(2);
    writeFileSync(path, lines.slice(0, 8).join(''));
    await expect.poll(() => other.page.locator('.session-row').count()).toBe(2);
    expect(await page.locator('.session-row').count()).toBe(0);
  });

  it('shows nothing of a session that another program erases', async () => {
    const { archive, host, server } = served;
    const { adapters } = server.app;
    const { id: uuid } =
      listSessions(archive).find(({ nativeId, events }) => events > 5 && !nativeId?.startsWith('999')) ?? {};
    if (!uuid) throw new Error('there is a recorded session');
    const [list, transcript] = [await served.open(`/?q=session:${uuid}`), await served.open(`/s/${uuid}`)];
    await list.page.waitForSelector('.session-row');
    await transcript.page.waitForSelector('.row');
    const other = await Archive.open(host, adapters);
    const plan = await planErase(other, { host, adapters }, [findSession(other, uuid)]);
    await erase(other, plan, { now: new Date().toISOString() });
    other.close();
    await expect.poll(() => list.page.locator('.session-row').count()).toBe(0);
    await transcript.page.getByText('No session has the id').first().waitFor();
    expect(await transcript.page.locator('.row').count()).toBe(0);
  });
});
