/** An exported page in a real browser, from a file: few nodes however long it is, finding, links, replay, print, hostile words. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { call, result, transcriptOf } from '@hansard/core/testing/small-transcript.ts';
import type { Event, Transcript } from '@hansard/core/transcript.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExportedFiles } from '../testing/exported-file.ts';
import { screenshot } from '../testing/served-page.ts';

const TURNS = 3000;
const time = (index: number) => new Date(1_760_000_000_000 + index * 1000).toISOString();

/** Four events a turn, with outputs that are folded: 12,000 events, about 18 MB, in many blocks. */
function longSession(): Transcript {
  const turn = (index: number): Partial<Event>[] => [
    { type: 'user_message', text: `Prompt number ${index}.` },
    { type: 'assistant_message', text: `## Answer ${index}\n\nSome **bold** words.`, model: 'm' },
    call(`c${index}`, { input: { command: `step ${index}`, description: 'a step' } }),
    result(`c${index}`, { output: `${`line of ${index}, long enough to fill a file\n`.repeat(140)}needle-${index}` }),
  ];
  const events = Array.from({ length: TURNS }, (_, index) => turn(index)).flat();
  return transcriptOf(
    events.map((event, index) => ({ ...event, timestamp: time(index) })),
    { title: 'A long session' },
  );
}

const NODES = "document.evaluate('count(//node())', document, null, 1, null).numberValue";

describe.skipIf(!chromiumPath)('an exported page', () => {
  let files: ExportedFiles;
  let long: string;

  beforeAll(async () => {
    files = await ExportedFiles.start();
    long = await files.write('long', longSession());
  });
  afterAll(() => files?.close());

  const shown = (page: Page) => page.waitForSelector('.row:not(.waiting)');
  const row = (page: Page, text: string) => page.locator('.row', { hasText: text }).first();

  it('shows the beginning as the page does, with few nodes and only what is in sight unpacked', async () => {
    const { page, trouble } = await files.open(long);
    await shown(page);
    expect(await page.title()).toBe('A long session');
    expect(await row(page, 'Answer 0').locator('.md-heading').textContent()).toBe('Answer 0');
    expect(await page.locator('body > .file-head').count()).toBe(0);
    const card = row(page, 'step 0');
    expect(await card.locator('pre').count()).toBe(0);
    await card.locator('.row-head').click();
    expect(await card.locator('pre').textContent()).toContain('line of 0');
    expect(await page.evaluate(NODES)).toBeLessThan(700);
    await screenshot(page, 'file-long');
    expect(trouble).toEqual([]);
  });

  it('scrolls to the end, and keeps the nodes few', async () => {
    const { page } = await files.open(long);
    await shown(page);
    await page.evaluate("document.querySelector('.rows').scrollTop = 1e9");
    await row(page, `Prompt number ${TURNS - 1}.`).waitFor();
    expect(await page.evaluate(NODES)).toBeLessThan(700);
  });

  it('finds words anywhere, and opens and marks them', async () => {
    const { page, trouble } = await files.open(long);
    await shown(page);
    await page.keyboard.press('/');
    await page.keyboard.type(`needle-${TURNS - 7}`);
    await expect
      .poll(() => page.evaluate("document.querySelector('.find output').textContent === '1 of 1'"))
      .toBe(true);
    await row(page, `needle-${TURNS - 7}`).waitFor();
    await expect.poll(() => page.evaluate("CSS.highlights.get('found')?.size > 0")).toBe(true);
    await page.fill('.find input', 'nowhere at all');
    await expect
      .poll(() => page.evaluate("document.querySelector('.find output').textContent === 'nothing found'"))
      .toBe(true);
    await page.fill('.find input', '/needle-1\\d{3}$/');
    await expect
      .poll(() => page.evaluate("document.querySelector('.find output').textContent.endsWith('of 1000')"))
      .toBe(true);
    expect(trouble).toEqual([]);
  });

  it('follows links to events, short and long, and gives them', async () => {
    const { page } = await files.open(`${long}#e8001`);
    await row(page, 'Prompt number 2000.').waitFor();
    await page.locator('.row.prompt', { hasText: 'Prompt number 2000.' }).locator('.row-time').click();
    expect(new URL(page.url()).hash).toBe('#e=8001');
    await page.goto(`${long}#e=4001&level=conversation`);
    await row(page, 'Prompt number 1000.').waitFor();
    expect(await page.locator('.row.tool').count()).toBe(0);
    await page.goto(`${long}#e=999999`);
    await page.getByText('The event that the link names is not in this session').waitFor();
  });

  it('goes to prompts by the outline and by keys, and changes what is shown', async () => {
    const { page } = await files.open(long);
    await shown(page);
    expect(await page.locator('.outline h2').textContent()).toBe(`${TURNS.toLocaleString('en-US')} prompts`);
    await page.locator('.outline-prompt', { hasText: '4. Prompt number 3.' }).click();
    await row(page, 'Prompt number 3.').waitFor();
    await page.keyboard.press('J');
    await page.locator('.row.current', { hasText: 'Prompt number 4.' }).waitFor();
    await page.getByLabel('Level of detail').selectOption('conversation');
    await expect.poll(() => page.locator('.row.tool').count()).toBe(0);
    expect(new URL(page.url()).hash).toContain('level=conversation');
  });

  it('replays the session from its beginning', async () => {
    const { page } = await files.open(long);
    await shown(page);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.locator('.replay').waitFor();
    await expect.poll(() => page.locator('.row').count()).toBeGreaterThan(1);
    expect(new URL(page.url()).hash).toContain('replay=');
    await page.keyboard.press('Escape');
    await page.locator('.replay').waitFor({ state: 'detached' });
  });

  it('is light or dark as the reader’s system is, or as the reader chooses', async () => {
    const background = 'getComputedStyle(document.body).backgroundColor';
    const { page } = await files.open(long, { colorScheme: 'dark' });
    await shown(page);
    expect(await page.evaluate(background)).toBe('rgb(20, 22, 26)');
    await page.getByRole('button', { name: 'Light colours' }).click();
    expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
    await page.reload();
    await shown(page);
    expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
  });

  it('fits a phone, without anything to scroll sideways', async () => {
    const { page } = await files.open(long, { viewport: { width: 390, height: 844 } });
    await shown(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await page.locator('.outline').count()).toBe(0);
    await screenshot(page, 'file-phone');
  });

  it('prints all rows of a session, not only those in sight', async () => {
    const events = Array.from(
      { length: 120 },
      (_, index): Partial<Event> => ({ type: 'user_message', text: `Ask ${index}`, timestamp: time(index) }),
    );
    const { page, trouble } = await files.open(await files.write('printed', transcriptOf(events)));
    await shown(page);
    await page.evaluate(
      "window.print = () => { window.printedRows = document.querySelectorAll('.printed .row:not(.waiting)').length }",
    );
    await page.getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => page.evaluate('window.printedRows === 120')).toBe(true);
    await page.locator('.printed').waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
  });

  it('shows header, prompts and conversation without scripts', async () => {
    const { page } = await files.open(long, { javaScriptEnabled: false });
    expect(await page.locator('h1').innerText()).toBe('A long session');
    expect(await page.locator('ol li').count()).toBeGreaterThan(1000);
    expect(await page.locator('article').count()).toBeGreaterThan(50);
  });

  it('shows images that the session holds, and says of others that they are not shown', async () => {
    const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4w8AAAAJoAM0l4pxuAAAAAElFTkSuQmCC';
    const transcript = transcriptOf([
      {
        type: 'user_message',
        text: 'Look.',
        parts: [
          { type: 'image', hash: 'sha256-a', mime: 'image/png' },
          { type: 'image', hash: 'sha256-gone', mime: 'image/png' },
        ],
      },
    ]);
    transcript.attachments = { 'sha256-a': { mime: 'image/png', bytes: 69, data } };
    const { page, trouble } = await files.open(await files.write('image', transcript));
    await expect.poll(() => page.evaluate("document.querySelector('.picture img')?.naturalWidth === 1")).toBe(true);
    expect(await row(page, 'Look.').textContent()).toContain('Image image/png , not shown');
    await page.locator('.picture').click();
    await page.getByRole('dialog').waitFor();
    expect(trouble).toEqual([]);
  });

  it('lets nothing of the session run or load', async () => {
    const words =
      '</script></noscript><script>alert(1)</script><img src="https://example.test/x.png" onerror="alert(2)">' +
      '<iframe src="javascript:alert(3)"></iframe><link rel=stylesheet href=https://example.test/x.css><svg onload=alert(4)>';
    const markdown = `![x](https://example.test/y.png) [click](javascript:alert(5)) \`\`\`html\n${words}\n\`\`\``;
    const transcript = transcriptOf(
      [
        { type: 'user_message', text: words },
        { type: 'assistant_message', text: markdown, model: words },
        call('c', { name: words, input: { [words]: words, url: 'https://example.test/z' } }),
        {
          ...result('c', { output: words }),
          parts: [{ type: 'file_ref', path: words, action: 'patch', diff: `+${words}` }],
        },
        { type: 'error', error: { message: words, code: words } },
        { type: words, extra: { [words]: words, __proto__: { polluted: 1 } } },
      ],
      { title: words },
    );
    const address = await files.write('hostile', transcript);
    for (const javaScriptEnabled of [true, false]) {
      const { page, trouble } = await files.open(`${address}#level=full`, { javaScriptEnabled });
      await page.waitForSelector(javaScriptEnabled ? '.row:not(.waiting)' : '#e1');
      if (javaScriptEnabled)
        await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
      expect(trouble).toEqual([]);
      expect(await page.locator('iframe, link, svg, body img').count()).toBe(0);
      expect(await page.locator('article').first().innerText()).toContain('<script>alert(1)</script>');
      expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    }
  });
});
