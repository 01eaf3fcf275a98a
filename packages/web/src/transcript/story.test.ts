/** A session with everything in it, read as a person would: in a real browser, from the real server. */
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';
import { still } from '../testing/still-page.ts';
import { STORY, storyFiles } from '../testing/story-session.ts';

const PATH = `/s/${STORY}`;

describe.skipIf(!chromiumPath)('the transcript', () => {
  let served: ServedPage;
  let page: Page;
  let trouble: string[];

  beforeAll(async () => {
    served = await servePage({ files: storyFiles() });
    ({ page, trouble } = await served.open(PATH, { permissions: ['clipboard-read', 'clipboard-write'] }));
  });
  afterAll(() => served?.close());

  const go = async (query: string) => {
    await page.goto(`${served.server.url}${PATH}${query}`);
    await page.waitForSelector(query.includes('tab=') ? '.bar' : '.row:not(.waiting)');
  };
  const row = (text: string) => page.locator('.row', { hasText: text }).first();
  const query = () => new URL(page.url()).searchParams;

  it('shows prompts, answers in Markdown, and thoughts folded', async () => {
    await go('');
    expect(await row('wrong totals').locator('strong').textContent()).toBe('wrong totals');
    const answer = row('What I found');
    expect(await answer.locator('td').allTextContents()).toEqual(['sum', 'yes', 'remove', 'format', 'yes', 'keep']);
    expect(await answer.locator('a[href]').nth(1).getAttribute('rel')).toContain('noopener');
    const thought = row('Thinking');
    expect(await thought.locator('.md').count()).toBe(0);
    await thought.locator('.row-head').click();
    expect(await thought.locator('.md').textContent()).toContain('I should read the file first.');
    await answer.hover();
    await page.getByRole('button', { name: 'Markdown' }).click();
    expect(await answer.textContent()).toContain('## What I found');
    await screenshot(page, 'transcript-compact');
  });

  it('puts a call and its result into one card with status, duration and colours', async () => {
    await go('');
    const bash = row('npm test -- cart');
    expect(await bash.locator('.outcome').textContent()).toMatch(/error · 4\.5 s|exit 1 · 4\.5 s/);
    expect(await bash.locator('pre').textContent()).toContain('expected 10.00, got 9.99');
    expect(await page.evaluate("CSS.highlights.get('ansi-fg-1').size")).toBeGreaterThan(0);
    expect(await row('round in src').textContent()).toContain('hidden from the model: microcompact');
    const read = row('cart.ts lines 1–20');
    expect(await read.locator('pre').count()).toBe(0);
    await read.locator('.row-head').click();
    expect(await read.locator('pre').textContent()).toContain('export function sum');
  });

  it('shows edits as diffs with word marks, unified and side by side', async () => {
    await go('');
    const edit = page.locator('.row', { has: page.locator('.diff') }).first();
    expect(await edit.locator('.edit-head').textContent()).toBe('+1−1');
    expect(await edit.locator('.diff-text').textContent()).toContain('-   return round(items.reduce(add, 0));');
    expect(await page.evaluate("CSS.highlights.get('diff-removed-word').size")).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Diffs side by side' }).click();
    expect(query().get('diff')).toBe('split');
    const [left, right] = await edit.locator('.diff-text').allTextContents();
    expect(left).toContain('-   return round');
    expect(right).toContain('+   return items');
    await screenshot(page, 'transcript-split');
  });

  it('shows lists of tasks, questions with answers, refusals, errors, compactions and what was not understood', async () => {
    await go('?level=full');
    const see = async (text: string) => {
      for (let step = 0; step < 60 && (await row(text).count()) === 0; step++) {
        await page.locator('.rows').evaluate((list) => list.scrollBy(0, 300));
        await still(page);
      }
      return row(text);
    };
    expect(await (await see('TodoWrite')).textContent()).toContain(
      '☑ Remove the rounding\n◐ Write a test\n☐ Tell the user',
    );
    const question = await see('also offered');
    expect(await question.textContent()).toMatch(/Which currency\?.*EUR.*also offered: USD/s);
    expect(await (await see('Permission')).textContent()).toContain('refused by user');
    expect(await (await see('the model no longer sees')).textContent()).toContain('Compaction');
    expect(await (await see('Overloaded')).textContent()).toContain('HTTP 529');
    const unknown = await see('Not understood');
    await unknown.locator('.row-head').click();
    expect(await unknown.locator('.json').textContent()).toContain('payload');
    expect(await (await see('UnknownTool')).locator('.json').textContent()).toContain('alpha: "one"');
    await screenshot(page, 'transcript-end');
  });

  it('opens parts of JSON, pictures, and long output', async () => {
    await go('?level=full');
    await find('A square.');
    const card = row('A square.');
    await card.getByRole('button', { name: 'nested' }).click();
    expect(await card.locator('.json').textContent()).toContain('deep: [3]');
    await card.locator('.picture').click();
    await page.waitForSelector('dialog.lightbox[open] img');
    await page.waitForFunction(() => (document.querySelector('.lightbox img') as HTMLImageElement).naturalWidth === 16);
    await page.keyboard.press('Escape');
    await find('cat report.txt');
    const report = row('cat report.txt');
    await report.getByRole('button', { name: /Load the rest/ }).click();
    await report.locator('pre', { hasText: 'the very last line' }).waitFor();
    await report.getByRole('button', { name: 'Show less' }).click();
    expect(await report.locator('pre').textContent()).not.toContain('the very last line');
  });

  /** Finds words in the session, and closes the bar again. */
  async function find(words: string): Promise<void> {
    await page.locator('.rows').focus();
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Find in this session' }).fill(words);
    await page.locator('.find output', { hasText: /^1 of/ }).waitFor();
    await page.locator('.row.current', { hasText: words }).waitFor();
    await page.keyboard.press('Escape');
  }

  it('finds words anywhere, with their number, and marks them', async () => {
    await go('');
    await page.getByRole('button', { name: 'Find in this session' }).click();
    await page.getByRole('searchbox', { name: 'Find in this session' }).fill('rounding');
    await page.locator('.find output', { hasText: /^1 of \d/ }).waitFor();
    await page.waitForFunction(() => (CSS.highlights.get('found')?.size ?? 0) > 0);
    await page.keyboard.press('Enter');
    await page.locator('.find output', { hasText: /^2 of \d/ }).waitFor();
    expect(query().get('find')).toBe('rounding');
    await screenshot(page, 'transcript-find');
    await page.getByRole('searchbox', { name: 'Find in this session' }).fill('nowhere-to-be-found');
    await page.locator('.find output', { hasText: 'nothing found' }).waitFor();
    await page.keyboard.press('Escape');
    expect(query().get('find')).toBeNull();
  });

  it('shows as much as the level and the switches say, in the address', async () => {
    await go('');
    await page.getByLabel('Level of detail').selectOption('conversation');
    await page.waitForFunction(() => !document.querySelector('.row.tool'));
    expect(query().get('level')).toBe('conversation');
    await page.getByRole('button', { name: 'What is shown' }).click();
    await page.getByRole('checkbox', { name: 'Tools' }).check();
    await page.waitForSelector('.row.tool');
    expect(query().get('show')).toBe('tools');
    await page.getByRole('checkbox', { name: 'Prompts' }).uncheck();
    await page.waitForFunction(() => !document.querySelector('.row.prompt'));
    expect(query().get('hide')).toBe('prompts');
    await go('?level=skim');
    expect(await page.locator('.row.tool pre').count()).toBe(0);
    await screenshot(page, 'transcript-skim');
  });

  it('puts subagents below their calls, folded, open, and alone', async () => {
    await go('');
    await find('Read the docs');
    const heading = page.locator('.row.agent', { hasText: 'Read the docs' });
    await heading.locator('.row-head').click();
    await row('Report of the helper: read the docs done.').waitFor();
    const order = await page.locator('.row').evaluateAll((rows) => rows.map(({ textContent }) => textContent ?? ''));
    const at = (text: string) => order.findIndex((words) => words.includes(text));
    const calls = order.flatMap((words, index) => (words.includes('Task') ? [index] : []));
    expect(at('Read the tests, and report.')).toBe(-1);
    expect(calls).toHaveLength(2);
    expect(at('Read the docs, and report.')).toBeGreaterThan(calls[1] ?? 0);
    expect(order[(calls[0] ?? 0) + 1]).toContain('Read the tests');
    await screenshot(page, 'transcript-subagents');
    await heading.getByRole('button', { name: 'Only this' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.row').length === 3);
    expect(query().get('source')).toContain('abc0000000000002');
    await page.getByRole('button', { name: 'Show all agents' }).click();
    await page.waitForSelector('.row.agent');
  });

  it('links to events, copies texts, and shows what stands behind them', async () => {
    await go('');
    const bash = row('npm test -- cart');
    await bash.locator('.row-time').click();
    const id = query().get('e');
    expect(id).toBeTruthy();
    await bash.hover();
    await page.getByRole('button', { name: 'Copy the link to this event' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${served.server.url}${PATH}?e=${id}`);
    await page.getByRole('button', { name: 'Copy the text' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('npm test -- cart');
    await page.getByRole('button', { name: 'Raw' }).click();
    await page.locator('.raw-text', { hasText: '"type":"tool_use"' }).waitFor();
    await page.getByRole('button', { name: 'As an event' }).click();
    expect(await page.locator('.raw-dialog .json').textContent()).toContain('tool_call');
    await screenshot(page, 'transcript-raw');
    await page.keyboard.press('Escape');
    await go(`?e=${id}&level=conversation`);
    await page.locator('.row.current', { hasText: 'npm test -- cart' }).waitFor();
  });

  it('links to words within an event, and opens what hides them', async () => {
    await go('');
    const thought = row('Thinking');
    await thought.locator('.row-head').click();
    // A double click selects a word, as it does everywhere.
    const words = thought.getByText('I should read the file first.');
    const box = await words.boundingBox();
    await page.mouse.dblclick((box?.x ?? 0) + 62, (box?.y ?? 0) + 9);
    const selected = await page.evaluate('getSelection().toString().trim()');
    expect(selected).toMatch(/^(should|read)$/);
    await page.getByRole('button', { name: 'Copy the link to what is selected' }).click();
    const link = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(new URL(link).searchParams.get('text')).toBe(selected);
    await page.goto(link);
    await page.waitForFunction(() => (CSS.highlights.get('quoted')?.size ?? 0) === 1);
    const marked = await page.evaluate(() => [...(CSS.highlights.get('quoted') ?? [])].map(String));
    expect(marked).toEqual([selected]);
    await page.locator('.row.current', { hasText: 'I should read the file first.' }).waitFor();
    await screenshot(page, 'transcript-quote');
    // Another event is another link. What it showed is folded, and is opened for the words.
    const read = row('cart.ts lines 1–20');
    await read.locator('.row-time').click();
    expect(query().get('text')).toBeNull();
    expect(await read.locator('pre').count()).toBe(0);
    await go(`?e=${query().get('e')}&text=export function`);
    await page.waitForFunction(() => (CSS.highlights.get('quoted')?.size ?? 0) === 1);
    expect(await read.locator('pre').textContent()).toContain('export function sum');
  });

  it('moves by keys: events, prompts, errors', async () => {
    await go('');
    await page.locator('.rows').focus();
    const current = () => page.locator('.row.current').textContent();
    await page.keyboard.press('j');
    expect(await current()).toContain('wrong totals');
    await page.keyboard.press('j');
    expect(await current()).toContain('Thinking');
    await page.keyboard.press('k');
    await page.keyboard.press('J');
    expect(await current()).toContain('Look at the rest');
    await page.keyboard.press('K');
    expect(await current()).toContain('wrong totals');
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    expect(await current()).toContain('npm test -- cart');
    await page.keyboard.press('o');
    expect(await page.locator('.row.current pre').count()).toBe(0);
    await page.keyboard.press('?');
    await page.locator('dialog[open]', { hasText: 'Next error' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('moves by keys from what is in sight, wherever the mouse or a key has led', async () => {
    await go('?level=full');
    await page.locator('.rows').focus();
    const current = page.locator('.row.current');
    await page.keyboard.press('j');
    expect(await current.textContent()).toContain('wrong totals');
    await page.locator('.rows').evaluate((list) => list.scrollTo(0, 2500));
    await current.waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.waitForFunction(() => document.querySelectorAll('.row.current').length === 1);
    expect(await page.locator('.rows').evaluate((list) => list.scrollTop)).toBeGreaterThan(2000);
    await page.keyboard.press('g');
    await page.keyboard.press('g');
    expect(await current.textContent()).toContain('wrong totals');
    await page.keyboard.press('G');
    expect(await current.textContent()).toContain('All done');
    await page.keyboard.press('k');
    expect(await current.textContent()).toContain('UnknownTool');
  });

  it('lists prompts with duration, tools and files, and goes to them', async () => {
    await go('');
    await page.route('**/outline', async (route) => {
      await page.getByText('Reading the prompts…').waitFor();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Prompts', exact: true }).click();
    const prompts = page.locator('.outline-prompt');
    await prompts.first().waitFor();
    expect(await prompts.count()).toBe(2);
    // What is drawn behind the words is a part of the button's name, too.
    await page.getByRole('button', { name: /wrong totals.*\d+ s.*\$.*tools.*cart\.ts/s }).waitFor();
    await screenshot(page, 'transcript-outline');
    await prompts.nth(1).click();
    await page.locator('.row.current', { hasText: 'Look at the rest' }).waitFor();
    await page.getByRole('button', { name: 'Hide the prompts' }).click();
  });

  it('maps errors, edits, waits and compactions beside the list, and a click goes there', async () => {
    await go('?level=full');
    await page.waitForFunction(() => {
      const canvas = document.querySelector('.minimap') as HTMLCanvasElement;
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      const seen = new Set<string>();
      for (let at = 0; at < data.length; at += 4)
        if ((data[at + 3] ?? 0) > 200) seen.add(data.slice(at, at + 3).join());
      return seen.size >= 4;
    });
    const box = await page.locator('.minimap').boundingBox();
    await page.mouse.click((box?.x ?? 0) + 7, (box?.y ?? 0) + (box?.height ?? 0) - 4);
    await row('All done').waitFor();
  });

  it('shows all changes by file, each with a link to its event', async () => {
    await go('?tab=changes');
    await page.locator('.change-file', { hasText: 'cart.test.ts' }).waitFor();
    expect(await page.locator('.change-file').first().textContent()).toContain('+');
    expect(await page.locator('.changes-head').textContent()).toContain('in 2 files');
    const commit = page.getByRole('region', { name: 'Commits' }).getByRole('listitem');
    expect(await commit.textContent()).toBe('1a2b3c4Round oncefix-totals');
    await screenshot(page, 'changes');
    await commit.getByRole('link', { name: '1a2b3c4' }).click();
    await page.locator('.row.current', { hasText: 'git -C . commit' }).waitFor();
    await go('?tab=changes');
    await page.locator('.change.edit a').first().click();
    await page.locator('.row.current .diff').waitFor();
    expect(query().get('e')).toBeTruthy();
  });

  it('shows lanes of turns, tools, subagents and waits, and goes to what is clicked', async () => {
    await go('?tab=timeline');
    await page.locator('.lanes canvas').waitFor();
    expect(await page.locator('.lane-names').textContent()).toContain('Main agent');
    expect(await page.locator('.lane-names').textContent()).toContain('Read the docs');
    await screenshot(page, 'timeline');
    const box = await page.locator('.lanes canvas').boundingBox();
    // Below the lanes is what was spent, and below that how full the context was.
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 8, (box?.y ?? 0) + (box?.height ?? 0) - 45);
    await page.locator('.timeline-line output', { hasText: /\$0\.1\d so far/ }).waitFor();
    const slowest = page.locator('.slowest button').first();
    expect(await slowest.textContent()).toMatch(/ s$/);
    await slowest.click();
    await page.locator('.row.current.tool').waitFor();
  });

  it('replays the session row by row, at a speed, from a place that the address keeps', async () => {
    await go('');
    await page.locator('.rows').focus();
    await page.keyboard.press('r');
    const bar = page.getByRole('region', { name: 'Replay' });
    const place = async () => Number.parseInt((await bar.locator('.replay-place').textContent()) ?? '', 10);
    await bar.getByRole('button', { name: 'Pause' }).waitFor();
    // What comes later is not there; then it comes by itself.
    expect(await row('All done').count()).toBe(0);
    await expect.poll(place).toBeGreaterThan(1);
    await page.keyboard.press('r');
    await bar.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const paused = await place();
    await page.keyboard.press('.');
    expect(await place()).toBe(paused + 1);
    const last = await page.locator('.row').last().textContent();
    expect(await page.locator('.row.current').textContent()).toBe(last);
    await page.keyboard.press(',');
    expect(await place()).toBe(paused);
    await page.keyboard.press('>');
    expect(await bar.getByLabel('Speed').inputValue()).toBe('16');
    await page.keyboard.press('.');
    await screenshot(page, 'replay');

    await page.reload();
    await bar.waitFor();
    await expect.poll(place).toBe(paused + 1);
    await page.locator('.row.current').waitFor();
    expect(await page.locator('.row').last().textContent()).toBe(last);
    await bar.getByLabel('Place in the session').fill('3');
    expect(await page.locator('.row').count()).toBe(3);
    // Keys work on the slider, too, and going to an event goes on to it.
    await page.keyboard.press('J');
    await page.getByRole('button', { name: 'Prompts', exact: true }).click();
    await page.locator('.outline-prompt').nth(1).click();
    await page.locator('.row.current', { hasText: 'Look at the rest' }).waitFor();
    expect(await page.locator('.row').last().textContent()).toContain('Look at the rest');
    await page.getByRole('button', { name: 'Hide the prompts' }).click();
    await bar.getByLabel('Speed').selectOption('64');
    await bar.getByRole('button', { name: 'Play', exact: true }).click();
    await row('All done').waitFor();
    await bar.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.locator('.rows').focus();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    expect(query().get('replay')).toBeNull();
  });

  it('did nothing that it should not', () => {
    expect(trouble).toEqual([]);
  });
});
