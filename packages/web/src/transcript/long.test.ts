/** A session of a hundred thousand events, and one that is being written: few elements, no jumps, nothing missed. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG, longFiles } from '../testing/long-session.ts';
import { manySessions } from '../testing/many-sessions.ts';
import { NativeLog } from '../testing/native-log.ts';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';
import { still } from '../testing/still-page.ts';

const EVENTS = 100_000;
const SESSIONS = 64;
const MOST_ELEMENTS = 500;
const LIVE = 'dddd4444-0000-4000-8000-000000000004';

describe.skipIf(!chromiumPath)('the transcript', () => {
  let served: ServedPage;
  const live = new NativeLog(LIVE, Date.now() - 60_000);

  beforeAll(async () => {
    for (let step = 0; step < 30; step++) live.prompt(`Live prompt ${step}`).say(`Live answer ${step}`);
    served = await servePage({ files: { ...manySessions(SESSIONS), ...longFiles(EVENTS), [live.path]: live.take() } });
  }, 120_000);
  afterAll(() => served?.close());

  const elements = (page: Page) => page.evaluate<number>("document.querySelectorAll('*').length");
  const mapped = (page: Page) =>
    page.waitForFunction(() => (document.querySelector('.rows-space') as HTMLElement).offsetHeight > 1e6);

  /** Rows with their places on the screen, those that are loaded and in sight. */
  const places = (page: Page) =>
    page.evaluate<[row: number, top: number][]>(`(() => {
      const { top, bottom } = document.querySelector('.rows').getBoundingClientRect();
      return [...document.querySelectorAll('.row')]
        .map((row) => [Number(row.dataset.row), row.getBoundingClientRect()])
        .filter(([, box]) => box.bottom > top && box.top < bottom)
        .map(([row, box]) => [row, Math.round(box.top - top)]);
    })()`);

  /** The same, once everything is loaded and the browser has scrolled as far as it was asked to. */
  async function settled(page: Page): Promise<[row: number, top: number][]> {
    await still(page);
    return places(page);
  }

  /** Lets the first request for such an address through, and keeps the others waiting until they are released. */
  async function holdBackAfterFirst(page: Page, address: RegExp) {
    const held: Route[] = [];
    let passed = 0;
    await page.route(address, async (route) => {
      if (passed > 0) return void held.push(route);
      passed++;
      await route.continue();
    });
    return {
      passed: () => passed,
      release: async () => {
        await page.unroute(address);
        await Promise.all(held.map((route) => route.continue()));
      },
    };
  }

  it('opens at its start, shows first from one page of events, and has few elements', async () => {
    const { page, trouble } = await served.open('/');
    const pages = await holdBackAfterFirst(page, /\/events\?/);
    await page.goto(`${served.server.url}/s/${LONG}`);
    await page.locator('.row.prompt', { hasText: 'Prompt 0:' }).waitFor();
    // None would mean that pages have another address, and that nothing was held back.
    expect(pages.passed()).toBe(1);
    await pages.release();
    await mapped(page);
    expect(await elements(page)).toBeLessThanOrEqual(MOST_ELEMENTS);
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  it.each([
    [1440, 900],
    [1920, 1080],
  ])('has few elements beside a list that is full, on a screen of %i by %i', async (width, height) => {
    const { page } = await served.open(`/s/${LONG}`, { viewport: { width, height } });
    await page.locator('.row.prompt').first().waitFor();
    await page.getByRole('complementary', { name: 'Details' }).getByText('Agent’s id').waitFor();
    await mapped(page);
    await page.locator('.rows-scroll').evaluate((list) => list.scrollTo(0, list.scrollHeight / 2));
    let most = 0;
    for (const share of [0, 0.31, 0.5, 0.77, 1]) {
      await page.locator('.rows').evaluate((rows, to) => rows.scrollTo(0, rows.scrollHeight * to), share);
      await settled(page);
      most = Math.max(most, await elements(page));
    }
    // The list is full: its rows reach below the edge.
    const rows = await page.locator('.session-row').count();
    expect(rows * 54).toBeGreaterThan(height - 200);
    await screenshot(page, `transcript-full-list-${width}`);
    expect(most).toBeLessThanOrEqual(MOST_ELEMENTS);
    await page.context().close();
  });

  it('scrolls by the wheel without a jump, up and down, in the middle', async () => {
    const { page } = await served.open(`/s/${LONG}`);
    await page.locator('.row.prompt').first().waitFor();
    await mapped(page);
    await page.locator('.rows').evaluate((rows) => {
      rows.scrollTop = rows.scrollHeight / 2;
    });
    await settled(page);
    await page.mouse.move(700, 500);
    let most = 0;
    for (const by of [...Array<number>(15).fill(180), ...Array<number>(30).fill(-220)]) {
      const before = new Map(await places(page));
      await page.mouse.wheel(0, by);
      // What was read moves by exactly what was scrolled, although rows above it were loaded and measured meanwhile. A busy
      // browser takes its time until it scrolls.
      const elsewhere = async () => {
        const read = (await settled(page)).filter(([row, top]) => before.has(row) && top >= 0);
        if (read.length <= 2) return read;
        return read.filter(([row, top]) => top !== within(top, (before.get(row) ?? 0) - by));
      };
      await expect.poll(elsewhere).toEqual([]);
      most = Math.max(most, await elements(page));
    }
    expect(most).toBeLessThanOrEqual(MOST_ELEMENTS);
    await page.context().close();
  });

  /** A pixel of rounding is no jump. */
  const within = (now: number, expected: number): number => (Math.abs(now - expected) <= 1 ? now : expected);

  it('opens at an event from a link, and keeps it in place while everything else arrives', async () => {
    const { page } = await served.open('/');
    const { hits } = await page.evaluate<{ hits: { eventId: string; logSeq: number }[] }>(
      `fetch('/v1/sessions/${LONG}/find?q=needle-7321').then((answer) => answer.json())`,
    );
    const [hit] = hits;
    expect(hit?.logSeq).toBeGreaterThan(70_000);
    await page.goto(`${served.server.url}/s/${LONG}?e=${hit?.eventId}`);
    const row = page.locator('.row.current', { hasText: 'file-1.ts' });
    await row.waitFor();
    const first = await row.boundingBox();
    await mapped(page);
    await still(page);
    expect((await row.boundingBox())?.y).toBe(first?.y);
    expect(await elements(page)).toBeLessThanOrEqual(MOST_ELEMENTS);
    await screenshot(page, 'transcript-long');
    for (const level of ['full', 'skim', 'conversation']) {
      await page.getByLabel('Level of detail').selectOption(level);
      await still(page);
      expect(await elements(page)).toBeLessThanOrEqual(MOST_ELEMENTS);
      expect((await places(page)).some(([seq]) => Math.abs(seq - (hit?.logSeq ?? 0)) < 12)).toBe(true);
    }
    await page.context().close();
  });

  it('finds, jumps to prompts and errors, and reaches the end, wherever they are', async () => {
    const { page, trouble } = await served.open(`/s/${LONG}`);
    await page.locator('.row.prompt').first().waitFor();
    await mapped(page);
    await page.locator('.rows').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.locator('.row.current.tool-failed', { hasText: 'make step-49' }).waitFor();
    await page.keyboard.press('J');
    await page.locator('.row.current', { hasText: 'Prompt 50:' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Find in this session' }).fill('needle-9876');
    await page.locator('.find output', { hasText: '1 of 1' }).waitFor();
    await page.locator('.row.current pre', { hasText: 'needle-9876' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.rows').focus();
    await page.keyboard.press('G');
    await page.locator('.row', { hasText: 'Done with 9999.' }).waitFor();
    await page.keyboard.press('p');
    await page.locator('.outline-prompt[aria-current]', { hasText: 'Prompt 9999:' }).waitFor();
    expect(await page.locator('.outline-prompt').count()).toBeLessThan(20);
    for (const tab of ['Changes', 'Timeline']) {
      await page.getByRole('button', { name: tab }).click();
      await page
        .locator(tab === 'Changes' ? '.change-file' : '.lanes canvas')
        .first()
        .waitFor();
      expect(await elements(page)).toBeLessThanOrEqual(tab === 'Changes' ? MOST_ELEMENTS : MOST_ELEMENTS);
    }
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  it('follows a session that is being written, and yields when the reader scrolls', async () => {
    const { page, trouble } = await served.open(`/s/${LIVE}`);
    await page.locator('.row', { hasText: 'Live answer 29' }).waitFor();
    const grow = (text: string) => appendFileSync(join(served.home, live.path), live.prompt(text).take());
    grow('A first new prompt');
    await page.locator('.row', { hasText: 'A first new prompt' }).waitFor();
    await page.locator('.state.working').waitFor();
    await page.mouse.move(700, 500);
    const atEnd = JSON.stringify(await settled(page));
    await page.mouse.wheel(0, -600);
    await expect.poll(async () => JSON.stringify(await settled(page))).not.toBe(atEnd);
    const before = await places(page);
    grow('A second new prompt');
    await page.getByRole('button', { name: '1 new event' }).waitFor();
    expect(await places(page)).toEqual(before);
    await page.getByRole('button', { name: '1 new event' }).click();
    await page.locator('.row', { hasText: 'A second new prompt' }).waitFor();
    appendFileSync(join(served.home, live.path), live.say('The answer to it.').take());
    await page.locator('.row', { hasText: 'The answer to it.' }).waitFor();
    await page.locator('.state.waiting').waitFor();
    await screenshot(page, 'transcript-live');
    expect(trouble).toEqual([]);
  });
});
