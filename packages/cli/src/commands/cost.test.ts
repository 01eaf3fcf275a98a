/** `cost` on recorded sessions, as a user runs it. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCommand, TestHome } from '../testing/command.ts';
import { root } from '../testing/repository.ts';
import { addSession, SESSION_ID, sampleLines } from '../testing/sample-session.ts';

const CASES = [
  'claude-code/fixtures/resume',
  'claude-code/fixtures/subagents',
  'codex/fixtures/envelope-2025',
  'codex/fixtures/fork-with-history',
  'pi/fixtures/fork-and-clone',
];

const home = new TestHome();

beforeAll(() => {
  buildCommand();
  for (const name of CASES) {
    cpSync(join(root, 'packages/core/src/adapters', name, 'input'), home.path, { recursive: true });
  }
  expect(home.run(['sync']).status).toBe(0);
});
afterAll(() => home.remove());

const cost = (...args: string[]) => {
  const ran = home.run(['cost', ...args]);
  expect([ran.status, ran.err]).toEqual([0, '']);
  return ran.out;
};
const json = (...args: string[]) => JSON.parse(cost(...args, '--json'));

interface SessionGroup {
  readonly session: { readonly nativeId: string };
  readonly tokens: { readonly total: number };
  readonly inherited: { readonly tokens: { readonly total: number } };
}

describe('cost without an archive', () => {
  const fresh = new TestHome();
  afterAll(() => fresh.remove());

  it('says that there is none where no agent was used', () => {
    expect(fresh.run(['cost'])).toMatchObject({ status: 2, out: '' });
  });

  it('gives the numbers of the archive, and makes none', () => {
    for (const name of CASES) {
      cpSync(join(root, 'packages/core/src/adapters', name, 'input'), fresh.path, { recursive: true });
    }
    const first = fresh.run(['cost']);
    expect([first.status, first.out]).toEqual([0, cost()]);
    expect(first.err).toContain('hansard sync');
    expect(fresh.run(['sessions']).out).toContain('hansard sync');
  });
});

describe('cost', () => {
  it('shows days, with what is not priced, estimated or counted elsewhere', () => {
    expect(cost()).toBe(`Day          Input  Cache write  Cache read  Output    Cost  by subagents
2025-10-03   6,100            -       6,800     240   $0.01             -
2026-05-14   9,500            -       9,000      80   $0.05             -
2026-11-15      78       85,730     264,481     375  $0.39*         $0.05
Total       15,678       85,730     280,281     695  $0.46*         $0.05

US dollars, by prices of 2026-09-23.
* without a price, and not in the cost: scripted-1 (8.4k tokens), scripted-2
(837 tokens).
Forks and resumed sessions hold copies of 90k tokens that are counted once,
where they were used; --inherited shows them.
`);
  });

  it('counts a response once: in the session that held it first', () => {
    const { groups, total } = json('--by', 'session', '--agent', 'claude-code', '--project', 'resume');
    const tokens = groups.map((group: SessionGroup) => [
      group.session.nativeId,
      group.tokens.total,
      group.inherited.tokens.total,
    ]);
    // As the agent's own files have them: 107,551 in the first, of which 85,727 are in the fork again.
    expect(tokens).toEqual([
      ['11111111-2222-4333-8444-555555555555', 107_551, 0],
      ['283ad84b-5583-4595-afac-9367ad1dc40a', 21_634, 85_727],
    ]);
    expect(total.tokens.total).toBe(129_185);
  });

  it('prices exactly, bucket by bucket', () => {
    const [group] = json('--by', 'model', '--model', 'gpt-5-codex').groups;
    expect(group.tokens).toEqual({
      input: 6_100,
      output: 156,
      cacheRead: 6_800,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      reasoning: 84,
      total: 13_140,
    });
    // 6100×1.25 + 6800×0.125 + 240×10
    expect(group.costMicroUsd).toBe(7_625 + 850 + 2_400);
    expect(group.cacheHitShare).toBeCloseTo(6_800 / 12_900);
  });

  it('agrees with the costs of the converted transcripts', () => {
    const costOf = (...folders: string[]) => {
      const transcripts = home
        .run(['convert', home.file(...folders)])
        .out.trim()
        .split('\n');
      return transcripts.reduce((sum, line) => sum + JSON.parse(line).metrics.cost.microUsd, 0);
    };
    expect(json('--until', '2025').total.costMicroUsd).toBe(costOf('.codex', 'sessions', '2025'));
    expect(json('project:subagents').total.costMicroUsd).toBe(costOf('.claude', 'projects', '-home-dev-subagents'));
  });

  it('counts what a fork inherited from a session that nobody has', () => {
    const { groups } = json('--by', 'session', '--model', 'gpt-5.5');
    const [transcript] = home
      .run(['convert', home.file('.codex', 'sessions', '2026')])
      .out.trim()
      .split('\n');
    const { tokens, inheritedTokens } = JSON.parse(transcript as string).metrics;
    expect(groups[0].tokens.total).toBe(tokens.input + tokens.output + inheritedTokens.input + inheritedTokens.output);
  });

  it('groups by several things, and keeps to filters, dates and the number of rows', () => {
    const keys = (...args: string[]) =>
      json(...args).groups.map((group: Record<string, unknown>) => `${group['month']} ${group['model']}`);
    expect(keys('--by', 'month,model', '--since', '2026', '--until', '2026-05')).toEqual(['2026-05 gpt-5.5']);
    expect(keys('--by', 'month,model', 'agent:pi', 'NOT', 'model:scripted-2')).toEqual(['2026-11 scripted-1']);
    expect(keys('--by', 'month,model', '-n', '1')).toHaveLength(1);
    expect(cost('--by', 'month', '-n', '1')).toContain('2 more are not shown; the total is of all.');
    expect(json('is:subagent').total.tokens).toEqual(json('agent:claude-code').total.subagents.tokens);
  });

  it('takes the days of the zone that was asked for', () => {
    const days = (zone: string) => json('--timezone', zone).groups.map(({ day }: { day: string }) => day);
    expect(days('UTC')).toEqual(['2025-10-03', '2026-05-14', '2026-11-15']);
    expect(days('Asia/Tokyo')).toEqual(['2025-10-03', '2026-05-14', '2026-11-16']);
    expect(home.run(['cost', '--timezone', 'Mars/Base']).err).toContain('bad-argument');
  });

  it('brings the archive up to date first when asked', () => {
    const before = json('--sync').total.responses;
    addSession(home.path, { cwd: '/home/dev/late' });
    expect(json().total.responses).toBe(before);
    expect(json('--sync', '--project', 'late').total.responses).toBe(2);
    expect(home.run(['rm', '--yes', home.file('.claude/projects/-home-dev-late', `${SESSION_ID}.jsonl`)]).status).toBe(
      0,
    );
  });

  it('shows what was inherited when asked', () => {
    expect(cost('--by', 'agent', '--inherited')).toMatch(/^Claude Code .* 85,727 +\$0\.10$/m);
  });

  it('splits responses among the tools that they called', () => {
    const { groups, total } = json('--by', 'tool');
    expect(groups.map(({ tool }: { tool: string }) => tool)).toContain('apply_patch');
    expect(total.tokens).toEqual(json().total.tokens);
    expect(total.costMicroUsd).toBe(json().total.costMicroUsd);
  });

  it('prints CSV that spreadsheets can add up', () => {
    const [head, ...rows] = cost('--by', 'session,model', '--csv').trimEnd().split('\r\n');
    expect(head).toMatch(/^session,title,model,responses,input,output,cache_read,/);
    expect(rows.length).toBeGreaterThan(5);
    const column = (head as string).split(',').indexOf('cost_usd') - (head as string).split(',').length;
    const sum = rows.reduce((all, row) => all + Number(row.split(',').at(column)), 0);
    expect(sum).toBeCloseTo(json().total.costMicroUsd / 1e6, 5);
  });

  it('uses one’s own prices first', () => {
    const prices = home.file('prices.jsonc');
    writeFileSync(prices, '{ "scripted-*": { "input": "1", "output": "2", "cacheRead": 0, "cacheWrite5m": 0 } }');
    const ran = home.run(['cost', '--by', 'model', '--agent', 'pi'], { env: { HANSARD_PRICES: prices } });
    expect(ran.out).toContain('your own for scripted-1, scripted-2');
    expect(ran.out).not.toContain('without a price');
  });

  it('says what is wrong with what was asked', () => {
    const fails = (...args: string[]) => {
      const { status, err } = home.run(['cost', ...args]);
      expect(status).toBe(2);
      return err;
    };
    expect(fails('--by', 'dya')).toContain('Did you mean day?');
    expect(fails('--since', 'whenever')).toContain('no date or time');
    expect(fails('--json', '--csv')).toContain('exclude each other');
    expect(fails('--agent', 'nobody')).toContain('hansard agents');
    expect(fails('colour:red')).toContain('bad-query');
  });
});

describe('cost after rm', () => {
  it('is that of the earliest session that is left', () => {
    const other = new TestHome();
    try {
      cpSync(join(root, 'packages/core/src/adapters/claude-code/fixtures/resume/input'), other.path, {
        recursive: true,
      });
      other.run(['sync']);
      const bySession = () =>
        Object.fromEntries(
          JSON.parse(other.run(['cost', '--by', 'session', '--json']).out).groups.map((group: SessionGroup) => [
            group.session.nativeId.slice(0, 8),
            [group.tokens.total, group.inherited.tokens.total],
          ]),
        );
      expect(bySession()).toEqual({ 11111111: [107_551, 0], '283ad84b': [21_634, 85_727] });
      expect(other.run(['rm', '--yes', '11111111']).status).toBe(0);
      expect(bySession()).toEqual({ '283ad84b': [21_634 + 85_727, 0] });
      other.run(['sync']);
      expect(bySession()).toEqual({ '283ad84b': [21_634 + 85_727, 0] });
    } finally {
      other.remove();
    }
  });
});

describe('cost of nothing', () => {
  it('says what to do', () => {
    const empty = new TestHome();
    try {
      expect(empty.run(['cost'])).toMatchObject({ status: 2, err: expect.stringContaining('hansard sync') });
      empty.run(['sync']);
      expect(empty.run(['cost']).out).toContain('The archive holds no sessions yet.');
      addSession(empty.path, { lines: sampleLines().split('\n')[0] });
      empty.run(['sync']);
      expect(empty.run(['cost']).out).toBe('None of the 1 session in the archive says what it used.\n');
      expect(JSON.parse(empty.run(['cost', '--json']).out)).toMatchObject({ groups: [], total: { responses: 0 } });
    } finally {
      empty.remove();
    }
    expect(cost('--since', '2030')).toContain(
      'numbers of 8 sessions, from 2025-10-03 to\n2026-11-15; try fewer filters',
    );
  });
});
