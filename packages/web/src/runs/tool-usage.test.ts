import { expect, it } from 'vitest';
import { toolUsage } from './tool-usage.ts';

it('counts calls, outputs and failures by tool, in each way of writing', () => {
  expect(
    toolUsage([
      { role: 'user', content: 'hello' },
      { role: 'tool', tool_name: 'Bash', tool_input: {}, tool_output: 'ok' },
      { role: 'tool', tool_name: 'Bash', tool_input: {}, tool_output: 'no', exit_code: 2 },
      { role: 'tool', tool_name: 'Read', tool_input: {}, content: 'text' },
      { role: 'tool', tool_name: 'Write', tool_input: {} },
      { type: 'tool_use', tool: 'search', input: {} },
      { type: 'tool_result', tool: 'search', output: 'x', success: false },
      { role: 'tool', tool_name: 7 },
    ]),
  ).toEqual([
    { tool: 'Bash', calls: 2, outputs: 2, failures: 1 },
    { tool: 'Read', calls: 1, outputs: 1, failures: 0 },
    { tool: 'Write', calls: 1, outputs: 0, failures: 0 },
    { tool: 'search', calls: 1, outputs: 1, failures: 1 },
    { tool: 'unnamed', calls: 1, outputs: 0, failures: 0 },
  ]);
});
