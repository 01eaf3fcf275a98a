/** The page in a real browser, from a file: few nodes however long the session is, finding, links, and hostile words. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, launchChromium } from '../../testing/chromium.ts';
import { call, result, transcriptOf } from '../../testing/small-transcript.ts';
import { pageOf } from '../../testing/written-page.ts';
import type { Event, Transcript } from '../../transcript.ts';

if (!chromiumPath) console.warn('html: skipped the tests of the page, there is no Chromium');

const TURNS = 3000;
const time = (index: number) => new Date(1_760_000_000_000 + index * 1000).toISOString();

/** Four events a turn, with outputs that are folded. */
function longSession(): Transcript {
  const turn = (index: number): Partial<Event>[] => [
    { type: 'user_message', text: `Prompt number ${index}.` },
    { type: 'assistant_message', text: `Answer ${index}.\n\`\`\`js\nlet x = ${index};\n\`\`\`\nDone.`, model: 'm' },
    call(`c${index}`, { input: { command: `step ${index}`, note: 'a\nb' } }),
    result(`c${index}`, { output: `${`line of ${index}\n`.repeat(40)}needle-${index}` }),
  ];
  const events = Array.from({ length: TURNS }, (_, index) => turn(index)).flat();
  return transcriptOf(events.map((event, index) => ({ ...event, timestamp: time(index) })));
}

const NODES = "document.evaluate('count(//node())', document, null, 1, null).numberValue";

describe.skipIf(!chromiumPath)('the page', () => {
  let browser: Browser;
  let folder: string;
  let long: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hansard-page-'));
    browser = await launchChromium();
    long = await fileOf('long', longSession());
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function fileOf(name: string, transcript: Transcript): Promise<string> {
    const path = join(folder, `${name}.html`);
    writeFileSync(path, await pageOf(transcript));
    return pathToFileURL(path).href;
  }

  /** Everything the page did that it should not. */
  async function open(
    address: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; trouble: string[] }> {
    const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, ...options });
    const page = await context.newPage();
    const trouble: string[] = [];
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => trouble.push(`dialog ${dialog.message()}`)));
    page.on('request', (request) => {
      if (!/^(file|data):/.test(request.url()) || request.url() !== address.split('#')[0])
        trouble.push(request.url().slice(0, 80));
    });
    await page.goto(address);
    return { page, trouble };
  }

  const topRow = (page: Page) =>
    page.evaluate(
      "[...document.querySelectorAll('article')].find((row) => row.getBoundingClientRect().bottom > document.querySelector('main').getBoundingClientRect().top + 1)?.id",
    );

  it('shows the beginning, with few nodes', async () => {
    const { page, trouble } = await open(long);
    await page.waitForSelector('#e1');
    expect(await page.textContent('#e1')).toContain('Prompt number 0.');
    expect(await page.textContent('#e3')).toContain('note:\na\nb');
    expect(await page.textContent('#e2 pre')).toBe('let x = 0;');
    expect(await page.evaluate(NODES)).toBeLessThan(500);
    expect(trouble).toEqual([]);
  });

  it('scrolls through everything without jumps, and keeps the nodes few', async () => {
    const { page } = await open(long);
    await page.waitForSelector('#e1');
    await page.mouse.move(500, 500);
    const seen = new Set<number>();
    for (let step = 0; step < 30; step++) {
      await page.mouse.wheel(0, 400);
      await page.waitForTimeout(40);
      const ids = (await page.evaluate(
        "[...document.querySelectorAll('article')].map((row) => Number(row.id.slice(1)))",
      )) as number[];
      for (const id of ids) seen.add(id);
      expect(await page.evaluate(NODES)).toBeLessThan(500);
    }
    const rows = [...seen].sort((a, b) => a - b);
    expect(rows).toEqual(Array.from({ length: rows.length }, (_, index) => (rows[0] ?? 0) + index));
    expect(rows.length).toBeGreaterThan(50);
    await page.evaluate("document.querySelector('main').scrollTop = 1e9");
    await page.waitForSelector(`#e${TURNS * 4}`);
  });

  it('finds words anywhere, opens what is folded, and marks them', async () => {
    const { page, trouble } = await open(long);
    await page.waitForSelector('#e1');
    await page.keyboard.press('Control+f');
    await page.keyboard.type(`needle-${TURNS - 7}`);
    await page.waitForSelector(`#e${(TURNS - 7) * 4 + 4}`);
    await page.waitForFunction("document.querySelector('output').textContent === '1 of 1'");
    expect(await page.textContent(`#e${(TURNS - 7) * 4 + 4}`)).toContain(`needle-${TURNS - 7}`);
    expect(await page.evaluate("CSS.highlights.get('found').size")).toBe(1);
    await page.fill('input[type=search]', 'nowhere at all');
    await page.waitForFunction("document.querySelector('output').textContent === '0 of 0'");
    await page.fill('input[type=search]', 'prompt number 1');
    await page.waitForFunction("/^1 of \\d+$/.test(document.querySelector('output').textContent)");
    await page.keyboard.press('Enter');
    await page.waitForFunction("document.querySelector('output').textContent.startsWith('2 of ')");
    expect(await topRow(page)).toBe('e41');
    expect(trouble).toEqual([]);
  });

  it('follows links to events', async () => {
    const { page } = await open(`${long}#e8002`);
    await page.waitForSelector('#e8002');
    await page.waitForFunction(
      "document.getElementById('e8002').getBoundingClientRect().top === document.querySelector('main').getBoundingClientRect().top",
    );
    await page.click('#e8003 header a');
    await page.waitForFunction("location.hash === '#e8003'");
    await page.waitForFunction(
      "document.getElementById('e8003').getBoundingClientRect().top === document.querySelector('main').getBoundingClientRect().top",
    );
  });

  it('goes from prompt to prompt, and hides what is not wanted', async () => {
    const { page } = await open(long);
    await page.waitForSelector('#e1');
    await page.click('button[title="Next prompt"]');
    await page.waitForFunction("document.querySelector('main').scrollTop > 0");
    expect(await topRow(page)).toBe('e5');
    await page.click('text=Tools');
    await page.waitForFunction("!document.querySelector('.call')");
    expect(await topRow(page)).toBe('e5');
    await page.goto(`${long}#e16`);
    await page.waitForSelector('#e16');
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
        { type: words, extra: { [words]: words } },
      ],
      { title: words },
    );
    for (const javaScriptEnabled of [true, false]) {
      const { page, trouble } = await open(await fileOf('hostile', transcript), { javaScriptEnabled });
      await page.waitForSelector('#e1');
      await page.waitForTimeout(200);
      expect(trouble).toEqual([]);
      expect(await page.locator('iframe, link, svg, body img').count()).toBe(0);
      expect(await page.locator('#e1').innerText()).toContain('<script>alert(1)</script>');
    }
  });

  it('shows header, prompts and conversation without scripts', async () => {
    const { page } = await open(long, { javaScriptEnabled: false });
    expect(await page.locator('h1').innerText()).toBe('sketch session of 2026-03-01');
    expect(await page.locator('ol li').count()).toBe(TURNS);
    expect(await page.locator('article').count()).toBeGreaterThan(500);
  });

  it('is light or dark as the reader wants', async () => {
    const colours = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await open(long, { colorScheme });
      await page.waitForSelector('#e2');
      colours.push(await page.evaluate("getComputedStyle(document.querySelector('#e2')).color"));
    }
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });

  it('shows images that the session holds', async () => {
    const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4w8AAAAJoAM0l4pxuAAAAAElFTkSuQmCC';
    const transcript = transcriptOf([
      { type: 'user_message', text: 'Look.', parts: [{ type: 'image', hash: 'sha256-a' }] },
    ]);
    transcript.attachments = { 'sha256-a': { mime: 'image/png', bytes: 69, data } };
    const { page } = await open(await fileOf('image', transcript));
    await page.waitForFunction("document.querySelector('#e1 img')?.naturalWidth === 1");
  });
});
