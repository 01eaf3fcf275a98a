/** Names that come from sessions (titles, projects, branches, models, tools), wherever the page shows them. */
import { listSessions } from '@hansard/archive';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NativeLog } from '../testing/native-log.ts';
import { type ServedPage, servePage } from '../testing/served-page.ts';
import { still } from '../testing/still-page.ts';

const TURNED = '\u202eturned\u2066\u200b';
const ID = 'eeee5555-0000-4000-8000-000000000005';

/** Every name in it reorders what stands beside it, or hides something. */
function files(): Record<string, string> {
  const log = new NativeLog(ID, Date.UTC(2026, 10, 5, 9, 0, 0));
  const place = { cwd: `/home/dev/shop${TURNED}`, gitBranch: `main${TURNED}` };
  log.record('user', { ...place, message: { role: 'user', content: `Look at hostile names ${TURNED}` } });
  const content = [{ type: 'tool_use', id: 'toolu_1', name: `Tool${TURNED}`, input: { a: TURNED } }];
  const usage = { input_tokens: 10, output_tokens: 5 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: `model${TURNED}`, content, usage };
  log.record('assistant', { ...place, message });
  log.result('toolu_1', { output: 'done' });
  const task = log.call('Task', { description: `Task ${TURNED}`, prompt: 'x' }, { open: true });
  const helper = new NativeLog(ID, log.time, 'abc0000000000009');
  helper.prompt('Help');
  log.result(task, { output: 'ok', result: { status: 'completed', agentId: 'abc0000000000009' } });
  const meta = JSON.stringify({ agentType: `Type${TURNED}`, description: `Task ${TURNED}`, toolUseId: task });
  return {
    [log.path]: log.take(),
    [helper.path]: helper.take(),
    [helper.path.replace(/\.jsonl$/, '.meta.json')]: meta,
  };
}

describe.skipIf(!chromiumPath)('hostile names', () => {
  let served: ServedPage;
  let id: string;
  beforeAll(async () => {
    served = await servePage({ files: files() });
    id = listSessions(served.archive)[0]?.id ?? '';
  });
  afterAll(() => served?.close());

  /** Texts and names of the page that reorder or hide what is in them. */
  const strange = (page: Page) =>
    page.evaluate(() => {
      const suspect = /[\u202a-\u202e\u2066-\u2069\u200b]/;
      const found: string[] = suspect.test(document.title) ? ['document.title'] : [];
      for (const element of document.querySelectorAll('body *')) {
        const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        const texts = [...own.map(({ textContent }) => textContent ?? ''), element.getAttribute('data-facts') ?? ''];
        for (const name of ['title', 'aria-label']) texts.push(element.getAttribute(name) ?? '');
        if (texts.some((text) => suspect.test(text))) found.push(`${element.localName}.${element.className}`);
      }
      return found;
    });

  it.each([
    ['the list', () => '/?open=', '.session-row'],
    ['a session', () => `/s/${id}?level=full`, '.details-head'],
    ['search', () => '/search?q=hostile', '.search-result'],
    ['statistics', () => '/stats?range=all', '[data-chart="tools"] li'],
    ['comparing', () => `/compare?a=${id}&b=${id}`, '.small-table, table'],
    ['the timeline', () => `/s/${id}?tab=timeline`, '.lanes canvas'],
  ])('are made visible in %s', async (_name, path, ready) => {
    const { page } = await served.open(path());
    await page.locator(ready).first().waitFor();
    await still(page);
    expect(await page.locator('body').textContent()).toContain('\\u{202e}');
    expect(await strange(page)).toEqual([]);
  });

  it('are made visible in what the list opens, its menus and the palette', async () => {
    const { page } = await served.open('/');
    await page.locator('.session-row').first().waitFor();
    await page.locator('.session-row button').first().click();
    await page.getByRole('button', { name: 'Filter by project' }).click();
    await page.locator('.menu-item').first().waitFor();
    expect(await strange(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hostile');
    await page.locator('.palette-option mark').first().waitFor();
    expect(await strange(page)).toEqual([]);
  });
});
