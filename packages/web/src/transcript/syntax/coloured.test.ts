/** Code in answers, diffs and files that were read has colours, in the page and in an exported file. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { transcriptOf } from '@hansard/core/testing/small-transcript.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExportedFiles } from '../../testing/exported-file.ts';
import { type ServedPage, screenshot, servePage } from '../../testing/served-page.ts';
import { STORY, storyFiles } from '../../testing/story-session.ts';

/** The words of a colour inside some elements. */
const wordsOf = (page: Page, style: string, selector: string) =>
  page.evaluate(
    ([name, within]) =>
      [...(CSS.highlights.get(name as string) ?? [])]
        .filter(({ startContainer }) => startContainer.parentElement?.closest(within as string))
        .map(({ startContainer, startOffset, endOffset }) => startContainer.textContent?.slice(startOffset, endOffset)),
    [style, selector],
  );

describe.skipIf(!chromiumPath)('code', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage({ files: storyFiles() });
  });
  afterAll(() => served?.close());

  it('has colours in answers, diffs and files that were read', async () => {
    const { page, trouble } = await served.open(`/s/${STORY}?level=full`);
    await expect.poll(() => wordsOf(page, 'syntax-keyword', '.md-code')).toEqual(['export', 'const']);
    await page
      .locator('.row', { has: page.locator('.diff') })
      .first()
      .scrollIntoViewIfNeeded();
    await expect.poll(() => wordsOf(page, 'syntax-keyword', '.diff-text')).toContain('return');
    await page.goto(`${served.server.url}/s/${STORY}?level=full&e=${await readEvent(served)}`);
    await expect.poll(() => wordsOf(page, 'syntax-keyword', '.output')).toEqual(['export', 'function']);
    await screenshot(page, 'transcript-colours');
    expect(trouble).toEqual([]);
  });

  it('has colours in an exported file', async () => {
    const files = await ExportedFiles.start();
    const text = 'So:\n\n```python\ndef f():\n  return None\n```';
    const file = await files.write('code', transcriptOf([{ type: 'assistant_message', text }]));
    const { page, trouble } = await files.open(file);
    await expect.poll(() => wordsOf(page, 'syntax-keyword', '.md-code')).toEqual(['def', 'return']);
    expect(trouble).toEqual([]);
    await files.close();
  });
});

async function readEvent({ archive }: ServedPage): Promise<string> {
  const [id = ''] = await archive.store.sessions.find(STORY);
  const events = await archive.store.events.page(id, 0, 50);
  return (
    events.find(
      ({ type, tool }) =>
        type === 'tool_call' && tool?.name === 'Read' && JSON.stringify(tool.input).includes('cart.ts'),
    )?.id ?? ''
  );
}
