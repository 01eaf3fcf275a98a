/** `blocks`, `statusline`, budgets and `cost --watch`, as a user runs them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, buildCommand, TestHome } from '../testing/command.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';

const home = new TestHome();
const [OTHER, LATER] = ['2', '3'].map((last) => SESSION_ID.replace(/1$/, last)) as [string, string];
/** Each sample session has two responses, of 1,000 tokens in and 50 out. */
/** Never yesterday, which would not be in today's budget. */
const minutesAgo = (minutes: number) => {
  const ago = Math.min(minutes * 60_000, Date.now() % 86_400_000);
  return new Date(Date.now() - ago).toISOString().slice(0, 17);
};
const now = (minutes: number, id: string) => sampleLines({ id }).replaceAll('2026-03-01T09:15:', minutesAgo(minutes));

beforeAll(() => {
  buildCommand();
  addSession(home.path);
  addSession(home.path, { id: OTHER, lines: now(30, OTHER) });
  addSession(home.path, { id: LATER, lines: now(10, LATER) });
  expect(home.run(['sync']).status).toBe(0);
});
afterAll(() => home.remove());

const json = (...args: string[]) => JSON.parse(home.run([...args, '--json']).out);

describe('blocks', () => {
  it('shows windows of five hours, and rate and projection of the open one', () => {
    const { blocks } = json('blocks');
    expect(blocks).toHaveLength(2);
    const [past, open] = blocks;
    expect(past).toMatchObject({ start: '2026-03-01T09:00:00.000Z', end: '2026-03-01T14:00:00.000Z', active: false });
    expect([past.projectedTokens, past.remainingMinutes]).toEqual([2100, 0]);
    expect(open).toMatchObject({ active: true, responses: 4 });
    expect(open.projectedTokens).toBeGreaterThan(4200);
    const minutes = Math.max(1, (Date.now() - Date.parse(open.firstAt)) / 60_000);
    expect(open.tokensPerMinute / (4200 / minutes)).toBeCloseTo(1, 0);
    const text = home.run(['blocks']).out;
    expect(text).toMatch(/^Window +until +Responses +Tokens +Cost +Models\n2026-03-01 09:00 {2}14:00 +2 +2\.1k/);
    expect(text).toMatch(/The open window ends at \d\d:\d\d, in .*\nBurn rate: .*\nAt this rate: /);
  });

  it('takes filters, and says when nothing was used', () => {
    expect(json('blocks', '--active').blocks).toHaveLength(1);
    expect(json('blocks', '--until', '2026-04').blocks).toHaveLength(1);
    expect(home.run(['blocks', '--agent', 'codex']).out).toBe('Nothing was used in that time.\n');
  });
});

describe('budgets', () => {
  const cost = (env: Record<string, string>) => home.run(['cost'], { env });
  it('warn when they are used up, or nearly, and only then', () => {
    expect(cost({ HANSARD_BUDGET_DAY: '0.01' }).out).toMatch(/Over budget: \$0\.02 of \$0\.01 today \(1\d\d%\)\.\n$/);
    expect(cost({ HANSARD_BUDGET_MONTH: '$100' }).out).not.toContain('budget');
    expect(cost({}).out).not.toContain('budget');
    expect(cost({ HANSARD_BUDGET_DAY: 'plenty' })).toMatchObject({ status: 2, err: expect.stringContaining('20.50') });
  });
});

describe('statusline', () => {
  const session = {
    model: { display_name: 'Big' },
    cost: { total_cost_usd: 1.234 },
    context_window: { used_percentage: 41.7 },
  };
  const line = (input: unknown, env?: Record<string, string>) =>
    home.run(['statusline'], { input: typeof input === 'string' ? input : JSON.stringify(input), env }).out;

  it('shows the session at once, and the archive as soon as it is known', () => {
    expect(home.run(['statusline', '--refresh'])).toEqual({ status: 0, out: '', err: '' });
    expect(line(session)).toMatch(
      /^Big · session \$1\.23 · today \$0\.02 · window \$0\.02, \d h \d+ min left · context 42%\n$/,
    );
  });

  it('prints what it can from whatever it is given', () => {
    for (const input of ['', 'no json', '[]', '{"model":7,"cost":{"total_cost_usd":"x"}}']) {
      expect(line(input)).toMatch(/^today \$0\.02 · window/);
    }
    writeFileSync(home.file('.local', 'share', 'hansard', 'statusline.json'), '{"at":"x"}');
    expect(line({ model: { id: 'a\u001b[31mb' } })).toBe('a␛[31mb\n');
  });

  it('brings its numbers up to date behind the line that it prints', async () => {
    const file = home.file('.local', 'share', 'hansard', 'statusline.json');
    rmSync(file, { force: true });
    line(session);
    await expect.poll(() => existsSync(file)).toBe(true);
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    expect(kept).toMatchObject({ block: { microUsd: expect.any(Number) }, warnings: [] });
    expect(kept.dayEnds).toBeGreaterThan(Date.now());
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  });
});

it('cost --watch shows the numbers again when an agent has written', async () => {
  const args = [BIN, 'cost', '--watch', '--by', 'model'];
  const child = spawn(process.execPath, args, { env: home.env, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  await expect.poll(() => out).toMatch(/Total +6,000/);
  const third = SESSION_ID.replace(/1$/, '4');
  addSession(home.path, { id: third, lines: now(1, third) });
  await expect.poll(() => out).toMatch(/Total +8,000/);
  child.kill('SIGINT');
  expect((await once(child, 'exit'))[0]).toBe(0);
  expect(home.run(['cost', '--watch', '--json'])).toMatchObject({ status: 2 });
});
