/** A session’s commits in a browser: which of their lines it wrote, a file’s history, and whose a range is. */
import { GitWorld } from '@hansard/archive/testing/git-world.ts';
import { chromiumPath } from '@hansard/core/testing/chromium.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedPage, screenshot, servePage } from '../../testing/served-page.ts';

const ID = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000e1';

describe.skipIf(!chromiumPath)('commits', () => {
  let served: ServedPage;
  let world: GitWorld;
  let commit: string;
  beforeAll(async () => {
    world = new GitWorld();
    world.person('src/desk.js', () => ['const deskOpensAt = readTimetable();']);
    world.commit('Open the desk');
    world.agent(ID, 'src/desk.js', (lines) => [
      ...lines,
      'announceOpening(deskOpensAt, loudspeakers);',
      'collectTicketsFrom(everyPassenger, turnstileNorth);',
    ]);
    world.person('src/desk.js', (lines) => [...lines, 'sweepFloor(hallway, broomCupboard);']);
    commit = world.commit('Announce <b>openings</b>');
    served = await servePage({ world });
  });
  afterAll(async () => {
    await served?.close();
    world?.remove();
  });

  it('lead from a line to the event that wrote it', async () => {
    const { page, trouble } = await served.open(`/s/${ID}?tab=commits`);
    const commits = page.getByRole('navigation', { name: 'Commits of this session' });
    await commits.getByText('Announce <b>openings</b>').waitFor();
    expect(await commits.getByText('wrote it').getAttribute('title')).toMatch(
      /^tool_emitted: The session wrote 2 lines/,
    );
    expect(await commits.getByText(/2 lines, 2 still there · main/).count()).toBe(1);
    await commits.getByRole('link', { name: commit.slice(0, 10) }).click();
    const lines = page.locator('.authored tr');
    await lines.first().waitFor();
    expect(await lines.locator('.text').allTextContents()).toEqual([
      'announceOpening(deskOpensAt, loudspeakers);',
      'collectTicketsFrom(everyPassenger, turnstileNorth);',
      'sweepFloor(hallway, broomCupboard);',
    ]);
    expect(await lines.locator('.who').allTextContents()).toEqual(['this session', '', 'person']);
    await screenshot(page, 'commit-lines');
    await lines.getByRole('link', { name: 'this session' }).click();
    await page.locator('article, [data-row]').getByText('announceOpening').first().waitFor();
    expect(trouble).toEqual([]);
  });

  it('show a file line by line, at a commit', async () => {
    const { page, trouble } = await served.open(`/s/${ID}?tab=commits&commit=${commit}`);
    await page.getByRole('link', { name: 'Blame the file' }).click();
    const blame = page.getByRole('region', { name: 'Blame of src/desk.js' });
    await blame.getByText('2 lines of agents, 2 of people, 0 uncertain').waitFor();
    expect(await blame.locator('.authored .who').allTextContents()).toEqual(['person', 'this session', '', 'person']);
    await screenshot(page, 'blame-file');
    expect(trouble).toEqual([]);
  });

  it('say whose a range is, and what is wrong with one that is none', async () => {
    const { page } = await served.open(`/s/${ID}?tab=commits`);
    await page.getByLabel('Range of commits').fill('HEAD~1..HEAD');
    await page.getByRole('button', { name: 'Whose is it?' }).click();
    const range = page.getByRole('region', { name: 'Range HEAD~1..HEAD' });
    await range.getByRole('row', { name: 'Agents 2 2 66.7%' }).waitFor();
    await screenshot(page, 'commit-range');
    await page.getByLabel('Range of commits').fill('nowhere..HEAD');
    await page.getByRole('button', { name: 'Whose is it?' }).click();
    await page.getByText(/has no commit "nowhere"/).waitFor();
  });
});
