import { expect, it } from 'vitest';
import type { RunToolRow } from '../store/runs.ts';
import { MOST_TOOL_ROWS, runTools } from './run-tools.ts';

const row = (step: number, tool: string, calls = 1): RunToolRow => ({ step, tool, calls, outputs: 1, failures: 0 });
const told = (rows: readonly RunToolRow[]) => runTools({ tools: async (_run, most) => rows.slice(0, most) }, 'run');

it('brings together what a tool did in all steps, the most used first', async () => {
  expect(await told([row(3, 'Bash', 4), row(0, 'Read', 3), row(1, 'Read', 2)])).toEqual({
    tools: [
      {
        ...{ tool: 'Read', calls: 5, outputs: 2, failures: 0 },
        steps: [
          { step: 0, calls: 3, outputs: 1, failures: 0 },
          { step: 1, calls: 2, outputs: 1, failures: 0 },
        ],
      },
      { tool: 'Bash', calls: 4, outputs: 1, failures: 0, steps: [{ step: 3, calls: 4, outputs: 1, failures: 0 }] },
    ],
  });
});

it('leaves out what was used least where there is too much, and says so', async () => {
  const rows = Array.from({ length: MOST_TOOL_ROWS }, (_, n) => row(n, 'x'.repeat(100 + (n % 1000))));
  const whole = await told(rows);
  expect(whole.tools_cut).toBeUndefined();
  const cut = await told([...rows, row(0, 'last')]);
  expect(cut.tools_cut).toBe(true);
  expect(cut.tools).toEqual(whole.tools);
  expect(Math.max(...(cut.tools ?? []).map(({ tool }) => tool.length))).toBe(300);
});

it('says nothing where a store does not count', async () => {
  expect(await runTools({}, 'run')).toEqual({});
});
