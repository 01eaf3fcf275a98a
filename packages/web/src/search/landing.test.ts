/** What a click on a hit leads to: the words, in sight and marked, wherever they were folded away. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPage, servePage } from '../testing/served-page.ts';
import { storyFiles } from '../testing/story-session.ts';

/** The words that are marked, and whether the first of them is in sight. */
const marked = (page: Page) =>
  page.evaluate(() => {
    const ranges = [...(CSS.highlights.get('quoted') ?? [])] as Range[];
    const box = ranges[0]?.getBoundingClientRect();
    const seen = box !== undefined && box.top > 0 && box.bottom < innerHeight;
    return { words: ranges.map((range) => range.toString()), seen };
  });

describe.skipIf(!chromiumPath)('a hit', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage({ files: storyFiles() });
  });
  afterAll(() => served?.close());

  it.each([
    ['in a call that is folded', '"export function sum" is:tool tool:Read', ['export function sum']],
    ['at the end of a long output', '"very last line"', ['very last line']],
    ['in thoughts', '"read the file first"', ['read the file first']],
    ['in words apart', 'rounded twice', ['rounded', 'twice']],
  ])('%s is opened and marked', async (_where, query, words) => {
    const { page, trouble } = await served.open(`/search?q=${encodeURIComponent(query)}`);
    await page.locator('.hit').first().click();
    await expect.poll(() => marked(page)).toEqual({ words, seen: true });
    expect(new URL(page.url()).pathname).toMatch(/^\/s\//);
    expect(trouble).toEqual([]);
    await served.closePages();
  });

  it('shows line breaks as blanks', async () => {
    const { page } = await served.open(`/search?q=${encodeURIComponent('probably rounded should read is:reasoning')}`);
    const words = (await page.locator('.hit .snippet').first().textContent()) ?? '';
    expect(words).toContain('more than once.  I should read');
    await served.closePages();
  });
});
