/** `stats` on recorded sessions, as a user runs it. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, hasTerminal, TestHome } from '../testing/command.ts';
import { root } from '../testing/repository.ts';

const CASES = ['claude-code/fixtures/basic', 'claude-code/fixtures/subagents', 'codex/fixtures/envelope-2025'];

const home = new TestHome();

beforeAll(() => {
  buildCommand();
  for (const name of CASES) {
    cpSync(join(root, 'packages/core/src/adapters', name, 'input'), home.path, { recursive: true });
  }
  expect(home.run(['sync']).status).toBe(0);
});
afterAll(() => home.remove());

const stats = (...args: string[]) => {
  const ran = home.run(['stats', ...args]);
  expect([ran.status, ran.err]).toEqual([0, '']);
  return ran.out;
};
const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
const json = (...args: string[]) => JSON.parse(stats(...args, '--json'));

describe('stats', () => {
  it('counts sessions, prompts, responses and tools, with shares and the fullest context', () => {
    const lines = stats('--by', 'project').split('\n');
    expect(lines[0]).toBe(
      'Project              Sessions  Prompts  Responses  by subagents  Tools  failed  All input  from cache  Output  Fullest context',
    );
    expect(lines).toContain(
      '/home/dev/basic             1        1          6             -      9   22.2%    141,717       84.2%     245        25k (12%)',
    );
  });

  it.skipIf(!hasTerminal)('fits a terminal of 80 columns, and names the columns that it leaves out', () => {
    for (const args of [
      ['stats'],
      ['stats', '--by', 'tool,project'],
      ['cost', '--by', 'project,model', '--inherited'],
    ]) {
      const { out } = home.terminal([...args, '--color', 'never']);
      const table = out.split('\n').filter((line) => /\d/.test(line));
      expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(80);
      expect(out).toContain('Not shown for lack of room: ');
    }
  });

  it('counts what the transcripts say', () => {
    const transcripts = home
      .run(['convert', home.file('.claude')])
      .out.trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { total } = json('--agent', 'claude-code');
    const events = transcripts.flatMap(({ events }) => events) as { type: string; tool?: { status: string } }[];
    const calls = events.filter(({ type }) => type === 'tool_call');
    expect(total).toMatchObject({
      sessions: transcripts.length,
      prompts: sum(transcripts.map(({ metrics }) => metrics.promptCount)),
      tools: { calls: calls.length, failed: calls.filter(({ tool }) => tool?.status === 'error').length },
    });
  });

  it('tells of each tool how often it failed and how long it took', () => {
    const [head, first] = stats('--by', 'tool').split('\n');
    expect(head).toMatch(/^Tool +Calls +failed +rate +Average +half within +90% within +longest +In all$/);
    expect(first).toMatch(/^Bash +5 +1 +20\.0% +300 ms +138 ms +1\.1 s +1\.1 s +1\.5 s$/);
    const shell = json('--by', 'tool', 'tool:shell').groups;
    expect(shell).toEqual([
      {
        tool: 'shell',
        sessions: 1,
        tools: expect.objectContaining({ calls: 3, failed: 2, denied: 0, longestMs: 1000 }),
      },
    ]);
  });

  it('tells below the table how long turns took', () => {
    const { medianMs, p90Ms, timed } = json().total.turns;
    expect([timed > 1, medianMs < p90Ms]).toEqual([true, true]);
    expect(stats()).toMatch(/\nHalf of the turns took at most [\d.]+ \w+, nine of ten at most \d.*\.\n/);
    expect(stats('--by', 'tool')).not.toContain('turns');
  });

  it('puts prompts under the model that answered them', () => {
    const { groups, total } = json();
    const prompts = groups.map((group: { prompts: number }) => group.prompts);
    expect(Math.max(...prompts)).toBeGreaterThan(0);
    expect(sum(prompts)).toBe(total.prompts);
  });

  it('prints CSV', () => {
    expect(stats('--by', 'tool', '--csv').split('\r\n')[0]).toBe(
      'tool,tool_calls,tools_failed,tools_denied,tool_failure_rate,tool_average_ms,tool_median_ms,tool_p90_ms,tool_longest_ms',
    );
    expect(stats('--by', 'agent', '--csv')).toMatch(/^agent,sessions,prompts,responses,.*tool_longest_ms\r\n/);
  });
});
