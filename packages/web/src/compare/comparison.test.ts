import type { SessionChanges, SessionDetail, SessionMap } from '@hansard/client';
import { describe, expect, it } from 'vitest';
import { factRows, fileRows, namesOf, promptRows, toolRows } from './comparison.ts';

const session = (over: Partial<SessionDetail>, microUsd: number | null, cacheHitShare: number | null = null) =>
  ({
    tokens: 1000,
    durationMs: 60_000,
    messages: 4,
    toolCalls: 10,
    errors: 0,
    subagents: 0,
    models: ['one-model'],
    branch: null,
    unpriced: false,
    cost: { withSubagentsMicroUsd: microUsd, cacheHitShare },
    ...over,
  }) as SessionDetail;

describe('two sessions', () => {
  it('are told apart by numbers, and by how much they differ', () => {
    const rows = factRows([session({}, 1_000_000), session({ toolCalls: 7, durationMs: 90_000 }, 2_500_000)]);
    const row = (name: string) => rows.find((one) => one.name === name);
    expect(row('Cost')).toEqual({ name: 'Cost', values: ['$1.00', '$2.50'], difference: '+$1.50' });
    expect(row('Tool calls')).toEqual({ name: 'Tool calls', values: ['10', '7'], difference: '−3' });
    expect(row('Duration')?.difference).toBe('+30 s');
    expect(row('Tokens')?.difference).toBe('');
    expect(row('Branch')).toBeUndefined();
  });

  it('are called by what tells them apart', () => {
    const called = (a: Partial<SessionDetail>, b: Partial<SessionDetail>) =>
      namesOf([session({ title: 'Fix it', agentLabel: 'One', ...a }, 0), session({ title: 'Fix it', ...b }, 0)]);
    expect(called({}, { title: 'Fix that' })).toEqual(['Fix it', 'Fix that']);
    expect(called({}, { agentLabel: 'Other' })).toEqual(['One', 'Other']);
    expect(called({ startedAt: null }, { agentLabel: 'One', startedAt: null })).toEqual(['First', 'Second']);
  });

  it('without a price have no difference in cost', () => {
    const [cost] = factRows([session({ unpriced: true }, null), session({}, 2_500_000)]);
    expect(cost).toEqual({ name: 'Cost', values: ['no price', '$2.50'], difference: '' });
  });

  it('have their prompts beside one another, also where one has more', () => {
    const outline = (...texts: string[]) => ({ prompts: texts.map((text) => ({ text })) }) as never;
    const rows = promptRows([outline('a1'), outline('b1', 'b2')]);
    expect(rows.map((pair) => pair.map((prompt) => prompt?.text))).toEqual([
      ['a1', 'b1'],
      [undefined, 'b2'],
    ]);
  });

  it('have the same files in two checkouts of a project', () => {
    const changes = (...files: [string, number, number][]) =>
      ({ files: files.map(([path, added, removed]) => ({ path, added, removed })) }) as SessionChanges;
    const rows = fileRows(
      [changes(['/a/shop/x.ts', 1, 2], ['/a/shopping/y.ts', 3, 0]), changes(['/b/copy/x.ts', 5, 6])],
      ['/a/shop', '/b/copy'],
    );
    expect(rows).toEqual([
      { name: '/a/shopping/y.ts', values: ['+3 −0', ''] },
      { name: 'x.ts', values: ['+1 −2', '+5 −6'] },
    ]);
  });

  it('have their tools counted', () => {
    const map = (tools: string[]) =>
      ({
        types: ['user_message', 'tool_call', 'tool_result'],
        tools: ['', 'Read', 'Bash'],
        columns: {
          type: [0, ...tools.flatMap(() => [1, 2])],
          tool: [0, ...tools.flatMap((tool) => [tool === 'Read' ? 1 : 2, tool === 'Read' ? 1 : 2])],
        },
      }) as unknown as SessionMap;
    expect(toolRows([map(['Read']), map(['Bash', 'Bash', 'Read'])])).toEqual([
      { name: 'Read', values: ['1', '1'] },
      { name: 'Bash', values: ['', '2'] },
    ]);
  });
});
