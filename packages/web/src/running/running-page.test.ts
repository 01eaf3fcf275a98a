/** Agents run from the page, in a real browser: started, answered, interrupted, and looked at by two. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { LiveSessions } from '@hansard/live';
import { buildPrograms } from '@hansard/live/testing/live-home.ts';
import { makeToken } from '@hansard/server/tokens';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../testing/axe-violations.ts';
import { type ServedPage, screenshot, servePage } from '../testing/served-page.ts';

describe.skipIf(!chromiumPath)('the page of a server that runs agents', () => {
  let served: ServedPage;
  const folder = mkdtempSync(join(tmpdir(), 'hansard-running-'));
  beforeAll(async () => {
    const programs = await buildPrograms(join(folder, 'programs'));
    writeFileSync(join(folder, 'notes.md'), '# Notes\n');
    served = await servePage({
      files: {},
      live: (archive, host) =>
        LiveSessions.open({
          archive,
          host,
          directories: [folder],
          programs,
          stopTimes: { endMs: 1500, termMs: 1500 },
          report: (error) => console.error(error),
        }),
    });
  });
  afterEach(() => served.closePages());
  afterAll(async () => {
    await served?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const start = async (page: Page, message: string) => {
    await page.getByRole('button', { name: 'Start a session' }).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Start a session' });
    await dialog.getByLabel('Agent').selectOption('mock');
    await dialog.getByLabel('First message').fill(message);
    await dialog.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/\/s\//);
    return page.getByRole('region', { name: 'Running session' });
  };

  it('starts a session, shows its answer, and sends the next message', async () => {
    const { page, trouble } = await served.open('/');
    const panel = await start(page, 'hello from the page');
    await page.locator('.row', { hasText: 'hello from the page' }).first().waitFor();
    await panel.getByText('Ready').waitFor();
    await panel.getByLabel('Message to the agent').fill('a second one');
    await page.keyboard.press('Enter');
    await page.locator('.row.answer', { hasText: 'a second one' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'running-ready');
    expect(trouble).toEqual([]);
  });

  it('shows what waits in the list, in the title and above all pages, and lets it be decided', async () => {
    const { page } = await served.open('/');
    const panel = await start(page, 'permission');
    const card = panel.getByRole('region', { name: 'Permission' });
    await card.getByText('touch mock.txt').waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);
    const other = await served.open('/');
    await other.page.locator('.session-row', { hasText: 'waiting for you' }).waitFor();
    await other.page.getByRole('button', { name: '1 waiting for you' }).click();
    await other.page.getByRole('link', { name: /touch mock\.txt/ }).click();
    await other.page.getByRole('region', { name: 'Permission' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await screenshot(page, 'running-permission');
    await card.getByRole('button', { name: 'Allow once' }).click();
    await page.locator('.row.answer', { hasText: 'It was allowed.' }).waitFor();
    await card.waitFor({ state: 'detached' });
    await expect.poll(() => page.title()).not.toMatch(/^\(/);
  });

  it('answers all questions of a request at once', async () => {
    const { page } = await served.open('/');
    const panel = await start(page, 'question');
    const form = panel.getByRole('form', { name: 'Question' });
    await form.getByLabel('Blue').check();
    expect(await form.getByRole('button', { name: 'Answer', exact: true }).isDisabled()).toBe(true);
    await form.getByRole('group', { name: 'How many?' }).getByLabel('Another answer').fill('Seven');
    await form.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.locator('.row.answer', { hasText: 'The answer is: Blue, Seven.' }).waitFor();
  });

  it('lets messages wait during a turn, takes one back, and stops the turn', async () => {
    const { page, trouble } = await served.open('/');
    const panel = await start(page, 'sleep');
    await panel.getByText('Working').waitFor();
    const field = panel.getByLabel('Message to the agent');
    for (const message of ['first in line', 'never sent <img src=x onerror=alert(1)>\u202e']) {
      await field.fill(message);
      await panel.getByRole('button', { name: 'Queue' }).click();
      await panel
        .getByRole('listitem')
        .filter({ hasText: message.slice(0, 10) })
        .waitFor();
    }
    const waiting = panel.getByRole('list', { name: 'Messages that wait' });
    await waiting.getByRole('listitem').filter({ hasText: 'never sent' }).getByRole('button').click();
    await expect.poll(() => waiting.getByRole('listitem').count()).toBe(1);
    await page.keyboard.press('Control+.');
    await page.locator('.row.answer', { hasText: 'first in line' }).waitFor();
    await panel.getByText('Ready').waitFor();
    expect(await page.locator('.row', { hasText: 'never sent' }).count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it('goes on with what is open and what was typed after a reload', async () => {
    const { page } = await served.open('/');
    const panel = await start(page, 'permission');
    await panel.getByRole('region', { name: 'Permission' }).waitFor();
    await panel.getByLabel('Message to the agent').fill('half a thought');
    await page.reload();
    await panel.getByRole('button', { name: 'Reject' }).click();
    await page.locator('.row.answer', { hasText: 'It was not allowed.' }).waitFor();
    expect(await panel.getByLabel('Message to the agent').inputValue()).toBe('half a thought');
  });

  it('takes the first answer of two browsers, and says to the other who decided', async () => {
    const { page } = await served.open('/');
    const panel = await start(page, 'permission');
    await panel.getByRole('region', { name: 'Permission' }).waitFor();
    const second = await served.open(new URL(page.url()).pathname);
    const other = second.page.getByRole('region', { name: 'Running session' });
    await other.getByRole('region', { name: 'Permission' }).waitFor();
    // The second browser hears of nothing any more: its answer comes too late.
    await second.page.route(/\/v1\/(pending|live|sessions\/stream)/, (route) => route.abort());
    await panel.getByRole('button', { name: 'Allow once' }).click();
    await panel.getByText(/^Allowed by the user of this machine, via page$/).waitFor();
    await other.getByRole('button', { name: 'Reject' }).click();
    await other.getByText(/was answered: accept by local via page/).waitFor();
    await second.page.unroute(/\/v1\/(pending|live|sessions\/stream)/);
    await page.locator('.row.answer', { hasText: 'It was allowed.' }).waitFor();
    const third = await served.open(new URL(page.url()).pathname);
    await third.page.locator('.row.ask', { hasText: 'allowed by local' }).waitFor();
  });

  it('shows to another browser who decided as soon as it is decided', async () => {
    const { page } = await served.open('/');
    const panel = await start(page, 'permission');
    const second = await served.open(new URL(page.url()).pathname);
    const other = second.page.getByRole('region', { name: 'Running session' });
    await other.getByRole('region', { name: 'Permission' }).waitFor();
    await panel.getByRole('button', { name: 'Always in this session' }).click();
    await other.getByText(/^Allowed for the session by the user of this machine, via page$/).waitFor();
    expect(await other.getByRole('button', { name: 'Allow once' }).count()).toBe(0);
  });

  it('sends files along, from the browser and from the folder', async () => {
    const { page } = await served.open('/');
    const panel = await start(page, 'hello');
    await panel.getByText('Ready').waitFor();
    await panel.getByLabel('Files to attach').setInputFiles({
      name: 'dot.png',
      mimeType: 'image/png',
      buffer: Buffer.from('iVBORw0KGgo=', 'base64'),
    });
    await panel.getByRole('button', { name: 'Attach a file' }).click();
    await panel.getByLabel('Path in the session’s folder').fill('notes.md');
    await page.keyboard.press('Enter');
    expect(await panel.getByRole('list', { name: 'Attachments' }).getByRole('listitem').count()).toBe(2);
    await panel.getByLabel('Message to the agent').fill('look at these');
    await page.keyboard.press('Enter');
    const prompt = page.locator('.row.prompt', { hasText: 'look at these' });
    await prompt.waitFor();
    await expect.poll(() => prompt.textContent()).toMatch(/dot\.png[\s\S]*notes\.md/);
    await panel.getByRole('button', { name: 'Attach a file' }).click();
    await panel.getByLabel('Path in the session’s folder').fill('../elsewhere');
    await page.keyboard.press('Enter');
    await panel.getByLabel('Message to the agent').fill('not this');
    await page.keyboard.press('Enter');
    await panel.getByText(/is not a file inside the session’s folder/).waitFor();
    expect(await panel.getByLabel('Message to the agent').inputValue()).toBe('not this');
  });

  it('changes the model, ends the session, and goes on with it', async () => {
    const { page } = await served.open('/');
    const panel = await start(page, 'hello');
    await panel.getByText('Ready').waitFor();
    const settings = panel.getByRole('button', { name: 'Settings of the session' });
    await settings.click();
    await panel.getByLabel('Model').fill('mock-2');
    await panel.getByRole('button', { name: 'Change', exact: true }).click();
    await panel.getByText('mock-2').waitFor();
    await settings.click();
    await panel.getByRole('button', { name: 'End the session' }).click();
    await panel.getByText('The session has ended.').waitFor();
    await panel.getByRole('button', { name: 'Resume' }).click();
    await panel.getByText('Ready').waitFor();
    await panel.getByLabel('Message to the agent').fill('still there?');
    await page.keyboard.press('Enter');
    await page.locator('.row.answer', { hasText: 'still there?' }).waitFor();
  });

  it('notifies who has asked for it, when the page is not looked at', async () => {
    const { page } = await served.open('/', { permissions: ['notifications'] });
    const panel = await start(page, 'hello');
    await panel.getByText('Ready').waitFor();
    await page.evaluate(() => {
      const told: string[] = [];
      class Told {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title: string, { body }: { body: string }) {
          told.push(`${title}: ${body}`);
        }
      }
      Object.assign(globalThis, { Notification: Told, told });
      Object.defineProperty(document, 'hasFocus', { value: () => false });
    });
    const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
    await panel.getByRole('button', { name: 'Settings of the session' }).click();
    await panel.getByRole('button', { name: 'Notify me when an agent waits' }).click();
    await page.keyboard.press('Escape');
    await panel.getByLabel('Message to the agent').fill('permission');
    await page.keyboard.press('Enter');
    await expect.poll(told).toEqual(['mock waits for you: bash: touch mock.txt']);
    await panel.getByRole('button', { name: 'Reject' }).click();
  });

  it('works on a phone', async () => {
    const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
    const { page } = await served.open('/', phone);
    await page.getByRole('button', { name: 'Start a session' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Start a session' });
    await dialog.getByLabel('First message').fill('permission');
    await screenshot(page, 'running-phone-start');
    await dialog.getByRole('button', { name: 'Start', exact: true }).tap();
    const card = page.getByRole('region', { name: 'Permission' });
    const allow = card.getByRole('button', { name: 'Allow once' });
    await allow.waitFor();
    await screenshot(page, 'running-phone');
    const box = await allow.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await allow.tap();
    await page.locator('.row.answer', { hasText: 'It was allowed.' }).waitFor();
  });

  it('shows to who may only read what waits, without a way to decide', async () => {
    const { page } = await served.open('/');
    await start(page, 'permission');
    await page.getByRole('region', { name: 'Permission' }).waitFor();
    const { secret } = makeToken(served.archive.home, { scopes: ['read'] }, new Date());
    const context = await served.browser.newContext();
    const reader = await context.newPage();
    await reader.goto(served.server.link.replace(/token=[^&]*/, `token=${encodeURIComponent(secret)}`));
    await reader.goto(page.url());
    const panel = reader.getByRole('region', { name: 'Running session' });
    await panel.getByText('This token may not answer: it needs the scope answer.').waitFor();
    expect(await panel.getByRole('button', { name: 'Allow once' }).isDisabled()).toBe(true);
    expect(await panel.getByLabel('Message to the agent').count()).toBe(0);
    expect(await reader.getByRole('button', { name: 'Start a session' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Reject' }).click();
  });
});
