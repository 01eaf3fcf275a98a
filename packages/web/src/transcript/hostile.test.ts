/** A session in which everything tries to run, load, or look like something else; and how the transcript looks to all. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE, hostileFiles } from '../testing/hostile-session.ts';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';
import { still } from '../testing/still-page.ts';
import { STORY, storyFiles } from '../testing/story-session.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(!chromiumPath)('the transcript', () => {
  let served: ServedPage;

  beforeAll(async () => {
    served = await servePage({ files: { ...hostileFiles(), ...storyFiles() } });
  });
  afterAll(() => served?.close());

  const ready = (page: Page) => page.waitForSelector('.row:not(.waiting)');

  it('runs nothing and loads nothing of a hostile session', async () => {
    const { page, trouble } = await served.open(`/s/${HOSTILE}?level=full`);
    await ready(page);
    let words = '';
    for (let step = 0; step < 40; step++) {
      await openEverything(page);
      words += (await page.locator('.rows').textContent()) ?? '';
      if (words.includes('The end of the hostile session.')) break;
      await page.locator('.rows').evaluate((rows) => rows.scrollBy(0, 400));
      await still(page);
    }
    expect(words).toContain('The end of the hostile session.');
    expect(words).toContain('<script>alert("script")</script>');
    expect(words).toContain('run (javascript:alert(4))');
    expect(words).toContain('honest (evil.test)');
    expect(words).toContain('\\u{202e}');
    expect(words).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/);
    expect(await strange(page)).toEqual([]);
    for (const tab of ['changes', 'timeline']) {
      await page.goto(`${served.server.url}/s/${HOSTILE}?tab=${tab}`);
      await page.waitForSelector(tab === 'changes' ? '.change-file' : '.lanes canvas');
      expect(await page.locator('.transcript').textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(await strange(page)).toEqual([]);
    }
    await page.goto(`${served.server.url}/s/${HOSTILE}`);
    await ready(page);
    await page.keyboard.press('p');
    await page.waitForSelector('.outline-prompt');
    expect(await page.locator('.outline').textContent()).toContain('\\u{202e}');
    await page.keyboard.press('p');
    await screenshot(page, 'transcript-hostile');
    expect(trouble).toEqual([]);
  });

  /** Opens every card that is in sight. */
  async function openEverything(page: Page): Promise<void> {
    await page.evaluate(
      `for (const head of document.querySelectorAll('.row-head[aria-expanded="false"]')) head.click()`,
    );
    await still(page);
  }

  /** Elements that only what the session says could have made. */
  const strange = (page: Page) =>
    page.evaluate(`[...document.querySelectorAll('.transcript *')].filter((element) => {
      const name = element.localName;
      if (['script', 'iframe', 'object', 'embed', 'form', 'style', 'link', 'audio', 'video'].includes(name)) return true;
      if (name === 'img') return !element.src.startsWith(location.origin + '/v1/');
      if (name === 'a') return !/^(https?|mailto):$/.test(element.protocol) || (element.host !== location.host && !element.rel.includes('noopener'));
      return [...element.attributes].some(({ name }) => name.startsWith('on'));
    }).map((element) => element.outerHTML.slice(0, 200))`);

  it.each([
    ['light', 1400, ''],
    // Where arguments are a tree, among others.
    ['dark', 1400, '?level=full&find=UnknownTool'],
    ['dark', 400, ''],
    ['light', 400, '?level=skim'],
  ] as const)('can be read by everybody: %s, %i pixels wide', async (colorScheme, width, query) => {
    const viewport = { width, height: 900 };
    const { page, trouble } = await served.open(`/s/${STORY}${query}`, { colorScheme, viewport });
    await ready(page);
    await still(page);
    await screenshot(page, `transcript-${colorScheme}-${width}`);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(trouble).toEqual([]);
    await page.context().close();
  });

  it('can be read by everybody: changes and timeline', async () => {
    const { page } = await served.open(`/s/${STORY}?tab=changes`);
    await page.waitForSelector('.change-file');
    expect(await violations(page)).toEqual([]);
    await page.goto(`${served.server.url}/s/${STORY}?tab=timeline`);
    await page.waitForSelector('.lanes canvas');
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  async function violations(page: Page): Promise<unknown> {
    // The page's policy forbids scripts that are added; a debugger may.
    await page.evaluate(AXE);
    return page.evaluate(`axe.run('.transcript', { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], rules: { region: { enabled: false } } })
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary)]))`);
  }
});
