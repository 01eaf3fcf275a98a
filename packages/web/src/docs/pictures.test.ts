/**
 * The pictures of the documentation, made from the page as it is. `npm run docs -- --screenshots` puts them into docs/images; every
 * other run puts them into test-artefacts/, so that a scene that is no longer there fails.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manySessions } from '../testing/many-sessions.ts';
import { type ServedPage, servePage } from '../testing/served-page.ts';
import { still } from '../testing/still-page.ts';
import { STORY, storyFiles } from '../testing/story-session.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PLACE = process.env['HANSARD_PICTURES'] ?? join(ROOT, 'test-artefacts', 'docs');

const SCENES: readonly [name: string, path: string, ready: string][] = [
  ['sessions', '/', '.session-row'],
  ['transcript', `/s/${STORY}`, '.row.prompt'],
  ['changes', `/s/${STORY}?tab=changes`, '.change-file'],
  ['search', '/search?q=sum', '.search-result'],
  ['statistics', '/stats?range=all', '[data-chart="days"] a'],
];

describe.skipIf(!chromiumPath)('a picture', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage({ files: { ...manySessions(14), ...storyFiles() } });
    mkdirSync(PLACE, { recursive: true });
  });
  afterAll(() => served?.close());

  it.each(SCENES)('is made of %s', async (name, path, ready) => {
    const { page, trouble } = await served.open(path, { viewport: { width: 1200, height: 750 }, colorScheme: 'light' });
    await page.waitForSelector(ready);
    await picture(page, name);
    expect(trouble).toEqual([]);
    await page.context().close();
  });
});

it('is there for each scene that the documentation shows', () => {
  const kept = readdirSync(join(ROOT, 'docs', 'images')).sort();
  expect(kept).toEqual(SCENES.map(([name]) => `${name}.png`).sort());
});

async function picture(page: Page, name: string): Promise<void> {
  await still(page);
  await page.screenshot({ path: join(PLACE, `${name}.png`) });
}
