/** An exported page shows every kind of row as the served page does: same words, same elements, same classes. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExportedFiles } from '../testing/exported-file.ts';
import { type ServedPage, servePage } from '../testing/served-page.ts';
import { STORY, storyFiles } from '../testing/story-session.ts';

/** What differs by nature: places in the page, and what the server sends later. */
const ROWS = `(() => {
  const NATURE = ['href', 'src', 'id', 'style', 'data-row', 'aria-controls', 'loading'];
  const told = (row) => {
    const copy = row.cloneNode(true);
    for (const element of copy.querySelectorAll('.row-actions')) element.remove();
    for (const button of copy.querySelectorAll('button.link')) if (/^Load the rest/.test(button.textContent)) button.remove();
    for (const element of [copy, ...copy.querySelectorAll('*')]) {
      const own = [...element.attributes].filter(({ name }) => !NATURE.includes(name));
      for (const { name } of [...element.attributes]) element.removeAttribute(name);
      const value = (text) => text.replace(/\\b(current|unread)\\b/g, '').trim().replace(/\\s+/g, ' ');
      for (const one of own.sort((a, b) => (a.name < b.name ? -1 : 1))) element.setAttribute(one.name, value(one.value));
    }
    return copy.outerHTML.replace(/Show all [\\d,]+ lines/g, 'Show all lines');
  };
  return [...document.querySelectorAll('.rows-window > .row:not(.waiting)')].map((row) => [Number(row.dataset.row), told(row)]);
})()`;

/** Scrolls on, and tells whether that was the end. */
const STEP = `(() => {
  const list = document.querySelector('.rows');
  list.scrollTop += 300;
  return list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
})()`;

async function allRows(page: Page): Promise<string[]> {
  await page.waitForSelector('.row:not(.waiting)');
  const seen = new Map<number, string>();
  const order: number[] = [];
  // The list grows once the whole session is known, and as rows are measured.
  for (let atEnd = 0; atEnd < 5; ) {
    await expect.poll(() => page.locator('.row.waiting').count()).toBe(0);
    const before = seen.size;
    for (const [row, html] of (await page.evaluate(ROWS)) as [number, string][]) {
      if (!seen.has(row)) order.push(row);
      seen.set(row, html);
    }
    atEnd = (await page.evaluate(STEP)) && seen.size === before ? atEnd + 1 : 0;
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  }
  return order.map((row) => seen.get(row) as string);
}

describe.skipIf(!chromiumPath)('an exported page', () => {
  let served: ServedPage;
  let files: ExportedFiles;
  let address: string;

  beforeAll(async () => {
    [served, files] = [await servePage({ files: storyFiles() }), await ExportedFiles.start()];
    const { page } = await served.open(`/s/${STORY}`);
    const html = await page.evaluate(
      `fetch('/v1/sessions/${STORY}/export?to=html&profile=raw-min').then((answer) => answer.text())`,
    );
    address = files.keep('story', html as string);
  });
  afterAll(async () => {
    await files?.close();
    await served?.close();
  });

  it.each(['compact', 'full'])('shows the same rows as the served page, %s', async (level) => {
    const page = await served.open(`/s/${STORY}?level=${level}`, { viewport: { width: 1900, height: 900 } });
    const file = await files.open(`${address}#level=${level}`, { viewport: { width: 1400, height: 900 } });
    const [wanted, shown] = [await allRows(page.page), await allRows(file.page)];
    expect(wanted.length).toBeGreaterThan(20);
    expect(shown).toEqual(wanted);
    expect(file.trouble).toEqual([]);
  });

  it('has the same colours of terminals, words of diffs and prompts', async () => {
    const { page } = await files.open(address);
    await page.waitForSelector('.row:not(.waiting)');
    await expect.poll(() => page.evaluate("CSS.highlights.get('ansi-fg-1')?.size ?? 0")).toBeGreaterThan(0);
    await page
      .locator('.row', { has: page.locator('.diff') })
      .first()
      .waitFor();
    expect(await page.evaluate("CSS.highlights.get('diff-removed-word').size")).toBeGreaterThan(0);
    const other = await served.open(`/s/${STORY}`, { viewport: { width: 1900, height: 900 } });
    const prompts = (where: Page) => where.locator('.outline-text').allTextContents();
    await expect.poll(() => prompts(other.page)).not.toEqual([]);
    expect(await prompts(page)).toEqual(await prompts(other.page));
  });
});
