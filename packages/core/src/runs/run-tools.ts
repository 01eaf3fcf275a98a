/** Which tools a run used, by tool and step: what a store counted, brought into the order in which it is shown. */
import type { RunAnswer, RunToolEntry } from '../api/runs.ts';
import type { RunToolRow, StoreRuns } from '../store/runs.ts';

/** A tool in a step is one: a run of a thousand steps with twenty tools in each is told whole. */
export const MOST_TOOL_ROWS = 20_000;
/** Nobody reads more of a name. */
const LONGEST = 300;

/** Empty where the store does not count tools. */
export async function runTools(
  runs: Pick<StoreRuns, 'tools'>,
  run: string,
): Promise<Pick<RunAnswer, 'tools' | 'tools_cut'>> {
  const rows = await runs.tools?.(run, MOST_TOOL_ROWS + 1);
  if (!rows) return {};
  const isCut = rows.length > MOST_TOOL_ROWS;
  return { tools: toolEntries(rows.slice(0, MOST_TOOL_ROWS)), ...(isCut ? { tools_cut: true } : {}) };
}

/** The most used first. */
export function toolEntries(rows: readonly RunToolRow[]): RunToolEntry[] {
  const tools = new Map<string, RunToolEntry>();
  for (const { tool: name, step, calls, outputs, failures } of rows) {
    const known = tools.get(name) ?? { tool: name.slice(0, LONGEST), calls: 0, outputs: 0, failures: 0, steps: [] };
    tools.set(name, known);
    known.calls += calls;
    known.outputs += outputs;
    known.failures += failures;
    known.steps.push({ step, calls, outputs, failures });
  }
  for (const { steps } of tools.values()) steps.sort((a, b) => a.step - b.step);
  return [...tools.values()].sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
}
