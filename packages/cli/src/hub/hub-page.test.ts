/** The page on a hub, in a browser, with two people who submit, a reader, an analyst, an admin and a guest. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath, launchChromium } from '@hansard/core/testing/chromium.ts';
import { SignIn } from '@hansard/hub/login/sign-in.ts';
import { CLIENT, hasOidc, OidcServer } from '@hansard/hub/testing/oidc-server.ts';
import { TestHub } from '@hansard/hub/testing/running-hub.ts';
import { redacted, uuidOf } from '@hansard/hub/testing/samples.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const ARTEFACTS = fileURLToPath(new URL('../../../../test-artefacts/', import.meta.url));
const PEOPLE = 6;

function session(person: number, title: string, word: string) {
  const timestamp = (second: number) => `2026-11-0${person}T10:00:0${second}.000Z`;
  const transcript = redacted(`${title}`, [
    { id: 'e1', type: 'user_message', role: 'user', timestamp: timestamp(1), text: `Please look at the ${word}` },
    {
      id: 'e2',
      type: 'tool_call',
      timestamp: timestamp(2),
      tool: { name: 'Bash', callId: 'c1', input: { command: 'ls' } },
    },
    {
      id: 'e3',
      type: 'tool_result',
      timestamp: timestamp(3),
      tool: { name: 'Bash', callId: 'c1', output: 'a.ts', status: 'ok' },
    },
    { id: 'e4', type: 'assistant_message', role: 'assistant', timestamp: timestamp(4), text: `The ${word} is fine.` },
  ]);
  return { ...transcript, session: { ...transcript.session, title } };
}

describe.skipIf(chromiumPath === undefined)('the page on a hub', { timeout: 60_000 }, () => {
  let hub: TestHub;
  let browser: Browser;
  const keys: string[] = [];

  beforeAll(async () => {
    hub = await TestHub.open(undefined, { pageFolder: join(inject('builtPage'), 'page') });
    for (let person = 1; person <= PEOPLE; person++) keys.push(await hub.key('submitter'));
    for (const [i, key] of keys.entries()) {
      expect(
        (await hub.send(key, session(i + 1, `Work of number ${i + 1}`, i === 0 ? 'pelican' : 'walrus'))).status,
      ).toBe(201);
    }
    browser = await launchChromium();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await hub?.close();
  });

  /** A browser of its own, that logs in as a person does. */
  async function enter(key: string): Promise<{ page: Page; trouble: string[] }> {
    const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const trouble: string[] = [];
    page.on('console', (message) => {
      // A browser that is not logged in yet is told so.
      if (message.type() === 'error' && !message.text().includes('401')) trouble.push(message.text());
    });
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(hub.running.url))
        trouble.push(request.url());
    });
    await page.goto(hub.running.url);
    await page.fill('#key', key);
    await page.click('button');
    await page.waitForSelector('.app');
    return { page, trouble };
  }
  const shoot = async (page: Page, name: string) => {
    mkdirSync(ARTEFACTS, { recursive: true });
    await page.screenshot({ path: join(ARTEFACTS, `hub-${name}.png`) });
  };
  const nav = (page: Page) => page.locator('nav[aria-label="Pages"] a').allInnerTexts();

  it('lets nobody in with a wrong key, and says so', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${hub.running.url}/stats`);
    await page.fill('#key', `${keys[0]?.slice(0, -1)}x`);
    await page.click('button');
    await page.getByText('The key is not one of this hub').waitFor();
    await shoot(page, 'login');
    expect(await page.context().cookies()).toEqual([]);
  });

  it('shows one person who another is not, and a reader both; the first sees who read', async () => {
    const [first, second] = [await enter(keys[0] as string), await enter(keys[1] as string)];
    await first.page.getByText('Work of number 1').first().waitFor();
    expect(await first.page.getByText('Work of number 2').count()).toBe(0);
    await second.page.getByText('Work of number 2').first().waitFor();
    expect(await second.page.getByText('Work of number 1').count()).toBe(0);

    const reader = await enter(await hub.key('reader'));
    await reader.page.getByText('Work of number 1').first().click();
    await reader.page.getByText('The pelican is fine.').waitFor();
    await reader.page.getByRole('region', { name: 'Receipt' }).getByText('team').waitFor();
    expect(await reader.page.getByRole('button', { name: 'Take back' }).count()).toBe(0);
    await shoot(reader.page, 'reader-session');
    await reader.page.goto(`${hub.running.url}/search?q=pelican`);
    await reader.page.getByText('Work of number 1').first().waitFor();
    await reader.page.goto(`${hub.running.url}/hub`);
    await reader.page.getByRole('table', { name: 'Projects' }).getByText('default').waitFor();
    await shoot(reader.page, 'reader');

    await hub.running.hub.noted();
    await first.page.goto(`${hub.running.url}/hub`);
    const reads = first.page.getByRole('table', { name: 'Reads of my sessions' });
    await reads.getByText('reader').waitFor();
    await shoot(first.page, 'submitter');
    expect([...first.trouble, ...second.trouble, ...reader.trouble]).toEqual([]);
  });

  it('shares a session by a link that shows nothing else, and takes a session back', async () => {
    const { page, trouble } = await enter(keys[0] as string);
    const own = session(1, 'To be taken back', 'pelican');
    await hub.send(keys[0] as string, { ...own, transcriptId: uuidOf('back') });
    await page.goto(`${hub.running.url}/s/${uuidOf('back')}`);
    await page.getByRole('button', { name: 'Make a share link' }).click();
    const link = await page.locator('.hub-once code').innerText();
    await shoot(page, 'share');

    const guest = await (await browser.newContext()).newPage();
    await guest.goto(link);
    await guest.goto(hub.running.url);
    await guest.getByText('To be taken back').first().waitFor();
    expect(await guest.getByText('Work of number 1').count()).toBe(0);
    expect(await nav(guest)).toEqual(['Sessions', 'Search', 'Statistics']);

    await page.getByRole('button', { name: 'Take back…' }).click();
    await page.getByRole('button', { name: 'Take it back for good' }).click();
    await page.getByText('Work of number 1').first().waitFor();
    expect((await hub.ask(keys[0] as string, `/v1/transcripts/${uuidOf('back')}`)).status).toBe(404);
    await guest.goto(hub.running.url);
    await guest.locator('#key').waitFor();
    expect(trouble).toEqual([]);
  });

  it('shows an analyst sums, and no session, title or name', async () => {
    const { page, trouble } = await enter(await hub.key('analyst'));
    expect(await nav(page)).toEqual(['Hub']);
    await page.getByRole('table', { name: 'Numbers by project' }).getByText('default').waitFor();
    await page.getByRole('combobox', { name: 'By' }).selectOption('tool');
    await page.getByRole('table', { name: 'Numbers by tool' }).getByText('Bash').waitFor();
    await shoot(page, 'analyst');
    // The page asks for a session before it knows who asks: that one is not there is the only thing that it is told.
    const expected = (text: string) => text.includes('404');
    for (const path of ['/', '/search?q=pelican', '/stats', `/s/${uuidOf('Work of number 1')}`]) {
      await page.goto(hub.running.url + path);
      await page.getByRole('heading', { name: 'Numbers of the team' }).waitFor();
      const text = await page.locator('body').innerText();
      expect([path, /pelican|walrus|Work of|anon_[0-9a-f]{16}.*anon_/.test(text)]).toEqual([path, false]);
    }
    expect(trouble.filter((text) => !expected(text))).toEqual([]);
  });

  it('lets an admin look after projects and keys, and shows no session', async () => {
    const { page, trouble } = await enter(await hub.key('admin'));
    await page.getByRole('combobox', { name: 'Who sees default' }).selectOption('team');
    await page.getByRole('checkbox', { name: 'Legal hold of default' }).click();
    const days = page.getByRole('spinbutton', { name: 'Days that default is kept' });
    await days.fill('90');
    await days.press('Enter');
    await expect
      .poll(async () => (await hub.store.projects.named('default')).policy)
      .toEqual({ hold: true, retentionDays: 90 });
    expect((await hub.store.projects.named('default')).visibility).toBe('team');
    await page.getByRole('button', { name: 'Make invites' }).click();
    expect(await page.locator('.hub-once > code').last().innerText()).toMatch(/^hsi_/);
    await page.reload();
    await page.getByRole('table', { name: 'Log' }).getByText('policy: project').first().waitFor();
    await shoot(page, 'admin');
    expect(await page.locator('body').innerText()).not.toMatch(/pelican|walrus|Work of/);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.locator('#key').waitFor();
    expect(trouble).toEqual([]);
  });

  it.skipIf(!hasOidc)('lets somebody sign in at another site, and be unnamed again', async () => {
    const provider = await OidcServer.start('localhost');
    provider.names.set('ada', 'Ada Example');
    let url = '';
    const options = { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret };
    const signIn = new SignIn({
      ...options,
      role: 'submitter',
      get url() {
        return url;
      },
    });
    const named = await TestHub.open(undefined, { pageFolder: join(inject('builtPage'), 'page'), signIn });
    url = named.running.url;
    await provider.serve(url);
    const page = await (await browser.newContext()).newPage();
    await page.goto(url);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await page.fill('input[name=login]', 'ada');
    await page.fill('input[name=password]', 'any');
    await page.click('button[type=submit]');
    await page.click('button[type=submit]');
    await page.waitForSelector('.app');
    await page.goto(`${url}/hub`);
    await page.getByText('Ada Example').waitFor();
    await shoot(page, 'named');
    await page.getByRole('button', { name: 'Be unnamed again' }).click();
    const secret = await page.locator('.hub-once code').innerText();
    expect((await named.ask(secret, '/v1/status')).json.hub.name).toBeNull();
    await named.close();
    await provider.stop();
  });

  it('gives a key another secret, and shows an auditor the log', async () => {
    const { page } = await enter(await hub.key('auditor'));
    await page.getByRole('table', { name: 'Log' }).getByText('accept').first().waitFor();
    await shoot(page, 'auditor');
    await page.getByRole('button', { name: 'New secret' }).click();
    const secret = await page.locator('.hub-once code').innerText();
    expect((await hub.ask(secret, '/v1/me')).json.role).toBe('auditor');
  });
});
