import type { RunStepEntry } from '@hansard/client';
import { expect, it } from 'vitest';
import { toolMatrix } from './tool-matrix.ts';

const step = (step_id: string, agent_key: string) => ({ flow_key: 'build', step_id, agent_key }) as RunStepEntry;
const once = { calls: 1, outputs: 1, failures: 0 };

it('has a row for each step that used a tool, whichever of its agents did', () => {
  const rows = toolMatrix({
    step_list: [step('plan', 'a'), step('code', 'a'), step('code', 'b'), step('talk', 'a')],
    tools: [
      {
        ...{ tool: 'Bash', calls: 6, outputs: 5, failures: 2 },
        steps: [
          { step: 1, calls: 2, outputs: 1, failures: 0 },
          { step: 2, calls: 3, outputs: 3, failures: 2 },
          { step: 0, ...once },
          { step: 99, ...once },
        ],
      },
      { tool: 'Read', ...once, steps: [{ step: 2, ...once }] },
    ],
  });
  expect(rows.map(({ step: { step_id }, cells, sum }) => [step_id, [...cells], sum])).toEqual([
    ['plan', [[0, once]], once],
    [
      'code',
      [
        [0, { calls: 5, outputs: 4, failures: 2 }],
        [1, once],
      ],
      { calls: 6, outputs: 5, failures: 2 },
    ],
  ]);
});

it('is empty where nothing is counted', () => {
  expect(toolMatrix({ step_list: [step('plan', 'a')] })).toEqual([]);
});
