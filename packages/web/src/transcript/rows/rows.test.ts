/** What single rows say, seen in a real browser. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NativeLog } from '../../testing/native-log.ts';
import { type ServedPage, screenshot, servePage } from '../../testing/served-page.ts';

const ID = 'dddd4444-0000-4000-8000-000000000004';
const FILE = '/home/dev/shop/src/new.ts';

function files(): Record<string, string> {
  const log = new NativeLog(ID, Date.UTC(2026, 10, 4, 9, 0, 0));
  log.prompt('Show me single rows, please, [REDACTED:name] and [REDACTED:email 2f].');
  log.record('last-prompt', { lastPrompt: 'Show me', leafUuid: 'none' });
  log.prompt('<local-command-stdout>Set model to \u001b[1mFable 5\u001b[22m</local-command-stdout>');
  log.call(
    'Write',
    { file_path: FILE, content: 'export {};\n' },
    { output: 'File created', result: { type: 'create', filePath: FILE, content: '', structuredPatch: [] } },
  );
  return { [log.path]: log.take() };
}

describe.skipIf(!chromiumPath)('rows', () => {
  let served: ServedPage;
  let page: Page;
  beforeAll(async () => {
    served = await servePage({ files: files() });
    ({ page } = await served.open(`/s/${ID}?level=full`));
    await page.locator('.row.tool').waitFor();
  });
  afterAll(() => served?.close());

  it('name what is noted as the agent does, where nothing else is known', async () => {
    await page.locator('.row', { hasText: 'Note: last prompt' }).waitFor();
    await screenshot(page, 'transcript-rows');
  });

  it('have no colours of the terminal in one line', async () => {
    const row = page.locator('.row', { hasText: 'Fable 5' });
    expect(await row.locator('.summary').textContent()).toContain('Set model to Fable 5');
  });

  it('name a file once', async () => {
    const text = (await page.locator('.row.tool').textContent()) ?? '';
    expect(text.split(FILE)).toHaveLength(2);
  });

  it('show what the agent wrote of a call, and of its result', async () => {
    await page.locator('.row.tool').hover();
    await page.getByRole('button', { name: 'Raw' }).click();
    const raw = page.locator('.raw-text');
    await raw.filter({ hasText: '"type":"tool_use"' }).waitFor();
    await page.getByRole('button', { name: 'Result' }).click();
    await raw.filter({ hasText: '"type":"tool_result"' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('mark what privacy has taken out', async () => {
    await page.waitForFunction(() => (CSS.highlights.get('redacted')?.size ?? 0) === 2);
    const marked = await page.evaluate(() => [...(CSS.highlights.get('redacted') ?? [])].map(String));
    expect(marked).toEqual(['[REDACTED:name]', '[REDACTED:email 2f]']);
  });

  it('say that they come when it takes a while', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/v1/transcripts/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.route(`**/v1/sessions/${ID}`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${served.server.url}/s/${ID}`);
    await page.getByText('Reading the session…').waitFor();
    letGo();
    await page.locator('.row.tool').waitFor();
    expect(await page.getByText('Reading the session…').count()).toBe(0);
  });
});
