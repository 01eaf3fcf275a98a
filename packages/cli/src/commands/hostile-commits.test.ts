/** Texts of sessions, commits and files are other people's: whatever is in them, a terminal is never told what to do. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitWorld } from '@hansard/archive/testing/git-world.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BIN, buildCommand } from '../testing/command.ts';

const SESSION = '5f0c2a9e-0b1d-4c3e-8f7a-0000000000e1';
const RED = '\u001b[31mred\u001b]0;title\u0007\u009b1m\u202eback';
let world: GitWorld;

beforeAll(() => {
  buildCommand();
  world = new GitWorld();
  world.person('desk.js', () => [`const deskOpensAt = '${RED}';`]);
  world.git('add', '-A');
  world.git('commit', '-q', '-m', `desk ${RED}`, '--author', `Pat ${RED} <pat@example.org>`);
  world.agent(SESSION, 'desk.js', (lines) => [...lines, `announceOpening(deskOpensAt, '${RED}');`]);
  world.commit(`announce ${RED}`);
  askInRed();
});
afterAll(() => world.remove());

/** What the user asked for, and the model, in the log of the session. */
function askInRed(): void {
  const folder = join(world.home, '.claude', 'projects');
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  const red = JSON.stringify(RED).slice(1, -1);
  for (const log of logs.map((name) => join(folder, name))) {
    const text = readFileSync(log, 'utf8').replaceAll('Please go on.', `Please go on ${red}.`);
    writeFileSync(log, text.replaceAll('claude-sonnet-4-5-20250929', `sonnet ${red}`));
  }
}

function run(...args: string[]) {
  const ran = spawnSync(process.execPath, [BIN, ...args], {
    cwd: world.repo,
    env: { ...world.env, TZ: 'UTC' },
    encoding: 'utf8',
  });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const SUSPECT = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/;

it.each([
  [['blame', 'desk.js'], 'Please go on ␛[31mred'],
  [['blame', 'desk.js'], 'announceOpening'],
  [['why', 'desk.js:2'], 'Asked for: Please go on ␛[31mred'],
  [['why', 'HEAD'], 'announce ␛[31mred'],
  [['log'], 'Pat ␛[31mred'],
  [['commits', SESSION], 'announce ␛[31mred'],
  [['check', 'HEAD~1..HEAD'], 'sonnet ␛'],
  [['stats', '--by', 'author-kind', 'HEAD~1..HEAD'], 'sonnet ␛[31mred'],
] as const)('%s tells a terminal nothing', (args, shown) => {
  const { status, out, err } = run(...args);
  expect([status, err]).toEqual([0, '']);
  expect(out).toContain(shown);
  expect(out).not.toMatch(SUSPECT);
});

it('gives programs the text of a line as git has it, and no header with more than words', () => {
  const { out } = run('blame', 'desk.js', '--porcelain');
  expect(out).toContain(`\n\tannounceOpening(deskOpensAt, '${RED}');\n`);
  const headers = out.split('\n').filter((line) => !line.startsWith('\t'));
  expect(headers.join('\n')).not.toMatch(SUSPECT);
  expect(headers.join('\n')).toContain('hansard-model sonnet ␛[31mred');
});
