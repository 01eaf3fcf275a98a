/** Which tools the messages of a step used: how often, how often something came back, and how often it failed. */
import { isFailed } from '@hansard/core/events/tool-outcome.ts';

export type Message = Readonly<Record<string, unknown>>;

export interface ToolUse {
  readonly tool: string;
  readonly calls: number;
  readonly outputs: number;
  readonly failures: number;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The tool of a line, in each of the ways in which transcripts are written. */
export const toolOf = (line: Message): string | undefined => textOf(line['tool_name']) ?? textOf(line['tool']);

const isCall = (line: Message): boolean => line['role'] === 'tool' || line['type'] === 'tool_use';
const isResult = (line: Message): boolean => line['type'] === 'tool_result';
const hasOutput = (line: Message): boolean =>
  line['tool_output'] !== undefined || line['output'] !== undefined || (isCall(line) && line['content'] !== undefined);

export function isFailure(line: Message): boolean {
  if (line['success'] === false) return true;
  const status = line['status'];
  if (status === 'failed' || (typeof status === 'string' && isFailed(status))) return true;
  return typeof line['exit_code'] === 'number' && line['exit_code'] !== 0;
}

/** The most used first. */
export function toolUsage(messages: readonly Message[]): ToolUse[] {
  const uses = new Map<string, { calls: number; outputs: number; failures: number }>();
  for (const line of messages) {
    if (!isCall(line) && !isResult(line)) continue;
    const tool = toolOf(line) ?? 'unnamed';
    const use = uses.get(tool) ?? { calls: 0, outputs: 0, failures: 0 };
    uses.set(tool, use);
    if (isCall(line)) use.calls++;
    if (isResult(line) || hasOutput(line)) use.outputs++;
    if (isFailure(line)) use.failures++;
  }
  return [...uses]
    .map(([tool, use]) => ({ tool, ...use }))
    .sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
}
