/** The tools of a run as a table: a row for each step that used some, a column for each tool, the most used first. */
import type { RunAnswer, RunStepEntry } from '@hansard/client';
import { stepKey } from './played.ts';

type ToolEntry = NonNullable<RunAnswer['tools']>[number];
export type ToolCounts = Pick<ToolEntry, 'calls' | 'outputs' | 'failures'>;

export interface ToolRow {
  readonly key: string;
  readonly step: RunStepEntry;
  /** By the column of the tool. */
  readonly cells: ReadonlyMap<number, ToolCounts>;
  readonly sum: ToolCounts;
}

const added = (a: ToolCounts | undefined, b: ToolCounts): ToolCounts => ({
  calls: (a?.calls ?? 0) + b.calls,
  outputs: (a?.outputs ?? 0) + b.outputs,
  failures: (a?.failures ?? 0) + b.failures,
});

/** Agents that work on one step are in one row. Rows are in the order of the steps. */
export function toolMatrix({ step_list, tools = [] }: Pick<RunAnswer, 'step_list' | 'tools'>): ToolRow[] {
  const keys = step_list.map(stepKey);
  const cells = new Map<string, Map<number, ToolCounts>>();
  for (const [column, { steps }] of tools.entries()) {
    for (const { step, ...counts } of steps) {
      const key = keys[step];
      if (key === undefined) continue;
      const row = cells.get(key) ?? new Map<number, ToolCounts>();
      cells.set(key, row);
      row.set(column, added(row.get(column), counts));
    }
  }
  const rows: ToolRow[] = [];
  for (const [n, step] of step_list.entries()) {
    const key = keys[n] as string;
    const own = cells.get(key);
    if (own) rows.push({ key, step, cells: own, sum: sumOf([...own.values()]) });
    cells.delete(key);
  }
  return rows;
}

export const sumOf = (counts: readonly ToolCounts[]): ToolCounts =>
  counts.reduce(added, { calls: 0, outputs: 0, failures: 0 });
