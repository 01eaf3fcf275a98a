/** The same numbers for programs: JSON with everything, CSV with one row a group. */
import type { Group, Numbers, Spent } from '@hansard/archive';
import { csvLine } from '../terminal/csv.ts';
import { microUsd, usdDecimal } from './number-words.ts';

export interface DataOptions {
  readonly timezone: string;
  /** With sessions, prompts and tools. */
  readonly stats: boolean;
}

export function numbersJson(numbers: Numbers, groups: readonly Group[], options: DataOptions): string {
  const { by, total, priceDate, models } = numbers;
  const data = {
    by,
    timezone: options.timezone,
    prices: {
      date: priceDate,
      models: models.map(({ model, tokens, matched, estimated = false, override = false }) => ({
        model: model || null,
        matched: matched ?? null,
        estimated,
        override,
        tokens,
      })),
    },
    groups: groups.map((group) => ({ ...keyData(group, numbers), ...groupData(group, numbers, options) })),
    total: groupData(total, numbers, options),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}

function keyData({ key }: Group, { by, sessions }: Numbers): Record<string, unknown> {
  return Object.fromEntries(
    by.map((grouping, n) => {
      const value = key[n] ?? null;
      if (grouping !== 'session' || value === null) return [grouping, value];
      const { uuid, nativeId, agent, project, title, started } = sessions.get(value as number) ?? {};
      const startedAt = started == null ? null : new Date(started).toISOString();
      return [grouping, { id: uuid, nativeId, agent, project, title, startedAt }];
    }),
  );
}

function groupData(group: Group, { by }: Numbers, { stats }: DataOptions): Record<string, unknown> {
  const { own, subagents, inherited, sessions, prompts, tools } = group;
  const toolData = {
    calls: tools.calls,
    failed: tools.failed,
    denied: tools.denied,
    failureRate: tools.failureRate ?? null,
    timedCalls: tools.timed,
    averageMs: tools.averageMs ?? null,
    longestMs: tools.timed > 0 ? tools.longestMs : null,
    totalMs: tools.timed > 0 ? tools.totalMs : null,
  };
  if (stats && by.includes('tool')) return { sessions: sessions.size, tools: toolData };
  return {
    ...spentData(own),
    cacheHitShare: own.cacheHits ?? null,
    context: { largest: own.largest, fill: own.fill ?? null },
    subagents: spentData(subagents),
    inherited: spentData(inherited),
    ...(stats && { sessions: sessions.size, prompts, tools: toolData }),
  };
}

function spentData(spent: Spent): Record<string, unknown> {
  const { responses, tokens, estimated, unpriced, input, output } = spent;
  return {
    responses,
    tokens: { ...tokens, total: input + output },
    costMicroUsd: microUsd(spent),
    estimated,
    unpricedTokens: unpriced,
  };
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
      const session = sessions.get(group.key[n] as number);
      return [session?.uuid, session?.title];
    });
    yield csvLine([...key, ...cells.map(([, value]) => value(group))]);
  }
}
