/** The same numbers for programs: JSON with everything, CSV with one row a group. */

import type { Group } from '@hansard/core/numbers/groups.ts';
import { type DataOptions, numbersData } from '@hansard/core/numbers/numbers-data.ts';
import type { Numbers } from '@hansard/core/numbers/report.ts';
import { csvLine } from '../terminal/csv.ts';
import { usdDecimal } from './number-words.ts';

export function numbersJson(numbers: Numbers, groups: readonly Group[], options: DataOptions): string {
  return `${JSON.stringify(numbersData(numbers, groups, options), null, 2)}\n`;
}

type Cell = readonly [name: string, value: (group: Group) => unknown];

const SPENT: readonly Cell[] = [
  ['responses', ({ own }) => own.responses],
  ['input', ({ own }) => own.tokens.input],
  ['output', ({ own }) => own.tokens.output],
  ['cache_read', ({ own }) => own.tokens.cacheRead],
  ['cache_write_5m', ({ own }) => own.tokens.cacheWrite5m],
  ['cache_write_1h', ({ own }) => own.tokens.cacheWrite1h],
  ['reasoning', ({ own }) => own.tokens.reasoning],
  ['cost_usd', ({ own }) => usdDecimal(own)],
  ['estimated', ({ own }) => own.estimated],
  ['unpriced_tokens', ({ own }) => own.unpriced],
  ['cache_hit_share', ({ own }) => own.cacheHits?.toFixed(4)],
  ['largest_context', ({ own }) => own.largest],
  ['context_fill', ({ own }) => own.fill?.toFixed(4)],
  ['subagent_tokens', ({ subagents }) => subagents.input + subagents.output],
  ['subagent_cost_usd', ({ subagents }) => usdDecimal(subagents)],
  ['inherited_tokens', ({ inherited }) => inherited.input + inherited.output],
  ['inherited_cost_usd', ({ inherited }) => usdDecimal(inherited)],
];

const ACTIVITY: readonly Cell[] = [
  ['sessions', ({ sessions }) => sessions.size],
  ['prompts', ({ prompts }) => prompts],
];

const TOOLS: readonly Cell[] = [
  ['tool_calls', ({ tools }) => tools.calls],
  ['tools_failed', ({ tools }) => tools.failed],
  ['tools_denied', ({ tools }) => tools.denied],
  ['tool_failure_rate', ({ tools }) => tools.failureRate?.toFixed(4)],
  ['tool_average_ms', ({ tools }) => tools.averageMs?.toFixed(0)],
  ['tool_median_ms', ({ tools }) => tools.medianMs?.toFixed(0)],
  ['tool_p90_ms', ({ tools }) => tools.p90Ms?.toFixed(0)],
  ['tool_longest_ms', ({ tools }) => (tools.timed > 0 ? tools.longestMs : undefined)],
];

/** No total: whoever reads it can add up. */
export function* numbersCsv(numbers: Numbers, groups: readonly Group[], { stats }: DataOptions): Iterable<string> {
  const { by, sessions } = numbers;
  const byTool = stats && by.includes('tool');
  const cells = byTool ? TOOLS : stats ? [...ACTIVITY, ...SPENT, ...TOOLS] : SPENT;
  const names = by.flatMap((grouping) => (grouping === 'session' ? ['session', 'title'] : [grouping]));
  yield csvLine([...names, ...cells.map(([name]) => name)]);
  for (const group of groups) {
    const key = by.flatMap((grouping, n) => {
      if (grouping !== 'session') return [group.key[n]];
      const session = sessions.get(group.key[n] ?? '');
      return [session?.id, session?.title];
    });
    yield csvLine([...key, ...cells.map(([, value]) => value(group))]);
  }
}
