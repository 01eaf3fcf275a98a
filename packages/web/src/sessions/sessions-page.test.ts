/** The list of sessions and the details of one, used as a person would, in a real browser on recorded sessions. */
import { readFileSync } from 'node:fs';
import { listSessions } from '@hansard/archive';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../testing/axe-violations.ts';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';
import { still } from '../testing/still-page.ts';

if (!chromiumPath) console.warn('web: skipped the tests of the list, there is no Chromium');

const ROWS = '.session-row';
const list = (page: Page) => page.locator('.rows-scroll');
const titles = (page: Page) => page.locator(`${ROWS} .session-title`).allTextContents();
const count = async (page: Page) =>
  Number.parseInt((await page.locator('.list-head span').first().textContent()) ?? '', 10);
const query = (page: Page) => new URL(page.url()).searchParams;

describe.skipIf(!chromiumPath)('the list of sessions', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage();
  });
  afterEach(() => served.closePages());
  afterAll(() => served?.close());

  const inArchive = () => listSessions(served.archive);

  async function openList(path = '/') {
    const opened = await served.open(path);
    await opened.page.waitForSelector(ROWS);
    return opened;
  }

  /** Waits until the list shows this many sessions. */
  const showsCount = (page: Page, wanted: number) => expect.poll(() => count(page)).toBe(wanted);

  it('shows what is in the archive, the latest first, and only the rows in sight', async () => {
    const { page, trouble } = await openList();
    const [latest] = inArchive();
    expect(await count(page)).toBe(inArchive().length);
    expect((await titles(page))[0]).toBe(latest?.title);
    await screenshot(page, 'list-light');
    expect(await page.locator(ROWS).count()).toBeLessThan(inArchive().length);
    await list(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const oldest = inArchive().findLast(({ title }) => title !== null)?.title ?? '';
    await page.getByText(oldest, { exact: true }).first().waitFor();
    expect(trouble).toEqual([]);
  });

  it('is filtered by a chip, and by taking the chip away', async () => {
    const { page } = await openList();
    const all = await count(page);
    await page.getByRole('button', { name: 'Filter by agent' }).click();
    const choice = page.locator('.menu-item').first();
    const label = (await choice.locator('.words').textContent()) ?? '';
    await choice.click();
    await expect.poll(() => query(page).get('q')).toMatch(/^agent:\S+$/);
    await expect
      .poll(async () => new Set(await page.locator('.agent-badge').allTextContents()))
      .toEqual(new Set([label]));
    expect(await count(page)).toBeLessThan(all);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Remove filter agent:/ }).click();
    await showsCount(page, all);
    expect(query(page).get('q')).toBeNull();
  });

  it('shows where a filter is wrong, with the marks below it, and counts nothing', async () => {
    const { page } = await served.open('/?q=agent:codex is:eror');
    const problem = page.getByRole('alert');
    await problem.waitFor();
    const place = problem.locator('pre');
    const [query = '', marks = ''] = ((await place.textContent()) ?? '').split('\n');
    expect(query.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('is:eror');
    expect(await place.evaluate((element) => getComputedStyle(element).fontFamily)).toMatch(/mono/i);
    expect(await page.locator('.list-head span').first().textContent()).toBe('');
  });

  it('stays where it was when a session is opened beside it and closed again', async () => {
    const { page } = await openList();
    const first = () =>
      list(page).evaluate((scroller) => {
        const edge = scroller.getBoundingClientRect().top;
        const rows = [...scroller.querySelectorAll('.session-row')];
        const row = rows.find((one) => one.getBoundingClientRect().bottom > edge + 1);
        return row?.querySelector<HTMLElement>('[data-session]')?.dataset['session'];
      });
    await list(page).evaluate((scroller) => scroller.scrollTo(0, 700));
    await still(page);
    const before = await first();
    await page.locator('.session-row a').nth(8).click();
    await page.locator('.row:not(.waiting)').first().waitFor();
    await expect.poll(first).toBe(before);
    await page.goBack();
    await page.locator('.main-pane').waitFor({ state: 'detached' });
    await expect.poll(first).toBe(before);
  });

  it.each([
    ['the list', '/', '.rows-scroll', '.session-row'],
    ['what was found', '/search?q=test', '.scrolls', '.search-result'],
    ['statistics', '/stats?range=all', '.scrolls', '[data-chart="days"] a'],
  ])('comes back to where one was in %s', async (_name, path, scroller, ready) => {
    const { page } = await served.open(path);
    await page.locator(ready).first().waitFor();
    const place = () => page.locator(scroller).evaluate((element) => element.scrollTop);
    await page.locator(scroller).evaluate((element) => element.scrollTo(0, 500));
    await expect.poll(place).toBe(500);
    await page.getByRole('link', { name: path === '/' ? 'Statistics' : 'Hansard' }).click();
    await page.waitForURL((url) => !`${url}`.endsWith(path));
    await page.goBack();
    await page.locator(ready).first().waitFor();
    await expect.poll(place).toBe(500);
    await page.reload();
    await expect.poll(place).toBe(500);
  });

  it('keeps filters by name, and comes back to them from anywhere', async () => {
    const { page, trouble } = await served.open('/?q=agent:codex&sort=oldest', { bypassCSP: true });
    await page.waitForSelector(ROWS);
    const some = await count(page);
    const menu = page.getByRole('button', { name: 'Saved views' });
    await menu.click();
    await page.getByText('Keep a filter here').waitFor();
    await page.getByLabel('Name for this view').fill('Work of one agent');
    await page.keyboard.press('Enter');
    const view = page.getByRole('link', { name: 'Work of one agent' });
    await view.waitFor();
    expect(await view.getAttribute('aria-current')).toBe('true');
    for (const theme of ['light', 'dark', 'contrast']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await violations(page)).toEqual([]);
      await screenshot(page, `views-${theme}`);
    }
    await page.keyboard.press('Escape');

    // Beside a session it changes the list, and the session stays.
    const session = `/s/${inArchive()[2]?.id}`;
    await page.goto(`${served.server.url}${session}`);
    await showsCount(page, inArchive().length);
    await menu.click();
    await view.click();
    await showsCount(page, some);
    expect(new URL(page.url()).pathname).toBe(session);

    await page.goto(`${served.server.url}/stats`);
    await page.getByRole('button', { name: 'Search everything' }).click();
    await page.getByRole('combobox', { name: 'Search everything' }).fill('view work');
    await page.getByRole('option', { name: 'View: Work of one agent' }).click();
    await expect.poll(() => page.url()).toBe(`${served.server.url}/?q=agent%3Acodex&sort=oldest`);
    await showsCount(page, some);
    await menu.click();
    await page.getByRole('button', { name: 'Remove view Work of one agent' }).click();
    await view.waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
  });

  it('is filtered by what is typed, and the same after a reload', async () => {
    const { page } = await openList();
    await page.keyboard.press('/');
    await page.keyboard.type('is:error -agent:pi');
    await expect.poll(() => query(page).get('q')).toBe('is:error -agent:pi');
    const wanted = inArchive().filter(({ errors, agent }) => errors > 0 && agent !== 'pi').length;
    await showsCount(page, wanted);
    await page.reload();
    await showsCount(page, wanted);
    expect(await page.getByRole('searchbox', { name: 'Filter sessions' }).inputValue()).toBe('is:error -agent:pi');
    expect(await page.locator('.chip').allTextContents()).toEqual(['is error', 'not agent pi']);
    await screenshot(page, 'list-filtered');
  });

  it('says what is wrong with a query', async () => {
    const { page } = await openList();
    await page.getByRole('searchbox').fill('agnet:pi');
    const problem = page.getByRole('alert');
    await problem.waitFor();
    expect(await problem.textContent()).toContain('agent:');
  });

  it('orders by length, and keeps that in the address', async () => {
    const { page } = await openList('/?sort=longest');
    const longest = inArchive().reduce((most, session) => (session.events > most.events ? session : most));
    await expect.poll(async () => (await titles(page))[0]).toBe(longest.title);
    await page.getByRole('button', { name: /^Order:/ }).click();
    await page.getByRole('button', { name: 'Oldest first' }).click();
    await expect.poll(() => query(page).get('sort')).toBe('oldest');
  });

  it('puts forks under their origin, and shows subagents when asked to', async () => {
    const { page } = await openList();
    const origins = inArchive().filter(({ lineage }) => lineage === null);
    const family = inArchive().find(({ lineage }) =>
      origins.some(({ nativeId }) => nativeId && nativeId === lineage?.of),
    );
    const origin = origins.find(({ nativeId }) => nativeId === family?.lineage?.of);
    const row = (id: string | undefined) => page.locator(`${ROWS}:has([data-session="${id}"])`);
    await row(family?.id).waitFor();
    const depth = (id: string | undefined) => row(id).evaluate((element) => element.style.getPropertyValue('--depth'));
    expect([await depth(origin?.id), await depth(family?.id)]).toEqual(['0', '1']);
    await row(origin?.id).locator('button.disclosure').click();
    await row(family?.id).waitFor({ state: 'detached' });
    await row(origin?.id).locator('a').click();
    const related = page.locator('.related a', { hasText: 'fork' });
    // With the list as it is.
    expect(await related.getAttribute('href')).toBe(`/s/${family?.id}?open=${origin?.id}`);
    await page.goBack();
    // The narrow list beside the session shows other rows than the wide one.
    await page.waitForSelector('.rows-frame.wide');

    // The list has only the rows in sight.
    const shown = await page
      .locator(`${ROWS} [data-session]`)
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['session']));
    const spawner = inArchive().find(({ subagents, id }) => subagents > 0 && shown.includes(id));
    await row(spawner?.id).locator('button.disclosure').click();
    await expect.poll(() => page.locator('.subagent-row').count()).toBe(spawner?.subagents);
    expect(query(page).get('open')).toContain(spawner?.id);
    await page.reload();
    await page.locator('.subagent-row').first().waitFor();
  });

  it('opens a session beside the list, and goes on with the keys', async () => {
    const { page } = await openList('/?q=is:error');
    const [first, second] = await titles(page);
    await page.locator('.session-link').first().click();
    await page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { name: first }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/s\/[0-9a-f-]{36}$/);
    expect(query(page).get('q')).toBe('is:error');
    await screenshot(page, 'session-light');
    await page.keyboard.press(']');
    await page.locator('[data-current] .title-words', { hasText: second }).waitFor();
    await page.keyboard.press('[');
    await page.locator('[data-current] .title-words', { hasText: first }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.waitForSelector('.rows-frame.wide');
    expect(query(page).get('q')).toBe('is:error');
  });

  it('remembers how wide the panes are', async () => {
    const { page } = await openList(`/s/${inArchive()[0]?.id}`);
    const edge = page.getByRole('separator', { name: 'Width of the list' });
    const width = async () => Number(await edge.getAttribute('aria-valuenow'));
    const before = await width();
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await width()).toBe(before + 32);
    await page.reload();
    await edge.waitFor();
    expect(await width()).toBe(before + 32);
    await page.keyboard.press('d');
    await page.getByRole('complementary', { name: 'Details' }).waitFor({ state: 'detached' });
  });

  it('keeps stars, tags and notes', async () => {
    const { page, trouble } = await openList(`/s/${inArchive()[2]?.id}`);
    const details = page.getByRole('complementary', { name: 'Details' });
    await details.getByRole('button', { name: 'Star' }).click();
    await details.getByRole('button', { name: 'Starred' }).waitFor();
    await details.getByLabel('Add a tag').fill('Review');
    await page.keyboard.press('Enter');
    await details.getByRole('link', { name: 'review' }).waitFor();
    await details.getByLabel('Write a note').fill('Where the fault was found.');
    await details.getByRole('button', { name: 'Keep note' }).click();
    await details.getByText('Where the fault was found.').waitFor();
    await page.locator('[data-current] .star').waitFor();
    await screenshot(page, 'details');

    await page.goto(`${served.server.url}/?q=is:starred tag:review`);
    await showsCount(page, 1);
    await page.locator('.session-link').click();
    await details.getByRole('button', { name: 'Remove tag review' }).click();
    await details.getByRole('link', { name: 'review' }).waitFor({ state: 'detached' });
    await details.getByRole('button', { name: 'Remove this note' }).click();
    await details.getByText('Where the fault was found.').waitFor({ state: 'detached' });
    expect(inArchive()[2]).toMatchObject({ starred: true, tags: [] });
    expect(trouble).toEqual([]);
  });

  it('compares a session with another: numbers, prompts, files and tools', async () => {
    const fixing = inArchive().filter(({ title }) => title === 'The test fails. Please fix it.');
    const [a, b] = [fixing.find(({ agent }) => agent === 'codex'), fixing.find(({ agent }) => agent === 'claude-code')];
    const { page, trouble } = await served.open(`/s/${a?.id}`, { bypassCSP: true });
    await page.getByRole('button', { name: 'Compare with another session' }).click();
    await page.getByLabel('Find the other session').fill('agent:claude-code "test fails"');
    const choice = page.locator(`.compare-menu a[href$="b=${b?.id}"]`);
    await choice.waitFor();
    const panel = await page.locator('.compare-menu .menu-panel').boundingBox();
    expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThan(1400);
    await screenshot(page, 'compare-menu');
    await choice.click();
    await page.getByRole('table', { name: 'Tools called' }).waitFor();
    expect(new URL(page.url()).search).toBe(`?a=${a?.id}&b=${b?.id}`);
    const facts = page.getByRole('table', { name: 'Numbers' });
    const calls = facts.getByRole('row', { name: 'Tool calls' }).getByRole('cell');
    const by = (b?.toolCalls ?? 0) - (a?.toolCalls ?? 0);
    expect(await calls.allTextContents()).toEqual([
      String(a?.toolCalls),
      String(b?.toolCalls),
      by === 0 ? '' : `${by > 0 ? '+' : '−'}${Math.abs(by)}`,
    ]);
    await page.getByRole('table', { name: 'Files changed' }).getByRole('row', { name: /sum/ }).first().waitFor();
    for (const theme of ['light', 'dark', 'contrast']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await violations(page)).toEqual([]);
      await screenshot(page, `compare-${theme}`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await screenshot(page, 'phone-compare');
    await page.setViewportSize({ width: 1400, height: 900 });
    // Each prompt leads to its event; another session takes the place of one.
    const prompts = page.getByRole('table', { name: 'Prompts' });
    expect(await prompts.getByRole('link').first().textContent()).toContain('The test fails');
    await page
      .getByRole('button', { name: /^Another session in place of/ })
      .nth(1)
      .click();
    await page.getByLabel('Find the other session').fill('agent:pi');
    await page.locator('.compare-menu .menu-item').first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get('b')).not.toBe(b?.id);
    await prompts.getByRole('link').first().click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/s/${a?.id}`);
    await page.locator('.row.current').waitFor();
    expect(trouble).toEqual([]);
  });

  it('gives the command that resumes a session', async () => {
    const resumable = inArchive().find(({ agent }) => agent === 'codex');
    const { page } = await served.open(`/s/${resumable?.id}`, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain(resumable?.nativeId);
  });

  it('exports a session through the privacy gate, with a look at what is taken out', async () => {
    const { page, trouble } = await openList(
      `/s/${inArchive().find(({ title }) => title === 'The test fails. Please fix it.')?.id}`,
    );
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog
      .getByText(/^(Left out|Replaced): .*\d/)
      .first()
      .waitFor();
    expect(await dialog.locator('.rule-counts').isVisible()).toBe(false);
    await screenshot(page, 'export');
    await dialog.getByText('Every field, before and after').click();
    await dialog.locator('.rule-counts li').first().waitFor();
    await dialog.getByLabel('Format').selectOption('markdown');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('The test fails. Please fix it.');
    expect(text).not.toContain('/home/dev/');
    await dialog.waitFor({ state: 'detached' });
    expect(trouble).toEqual([]);
  });
});
