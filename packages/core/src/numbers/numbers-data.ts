/** Numbers for programs: the same as JSON, from the command and over HTTP. */
import type { NumbersAnswer, NumbersGroup } from '../api/numbers.ts';
import type { Group } from './groups.ts';
import type { Numbers } from './report.ts';
import { microUsd, type Spent } from './spent.ts';

export interface DataOptions {
  readonly timezone: string;
  /** With sessions, prompts and tools. */
  readonly stats: boolean;
}

export function numbersData(numbers: Numbers, groups: readonly Group[], options: DataOptions): NumbersAnswer {
  const { by, total, priceDate, models } = numbers;
  return {
    by: [...by],
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
}

function keyData({ key }: Group, { by, sessions }: Numbers): NumbersGroup {
  return Object.fromEntries(
    by.map((grouping, n) => {
      const value = key[n] ?? null;
      if (grouping !== 'session' || value === null) return [grouping, value];
      const { id, nativeId, agent, project, title, startedAt = null } = sessions.get(value) ?? {};
      return [grouping, { id, nativeId, agent, project, title, startedAt }];
    }),
  );
}

function groupData(group: Group, { by }: Numbers, { stats }: DataOptions): NumbersAnswer['total'] {
  const { own, subagents, inherited, sessions, prompts, turns, tools } = group;
  const toolData = {
    calls: tools.calls,
    failed: tools.failed,
    denied: tools.denied,
    failureRate: tools.failureRate ?? null,
    timedCalls: tools.timed,
    averageMs: tools.averageMs ?? null,
    medianMs: tools.medianMs ?? null,
    p90Ms: tools.p90Ms ?? null,
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
    ...(stats && { sessions: sessions.size, prompts, turns: turnData(turns), tools: toolData }),
  };
}

const turnData = (turns: Group['turns']): NumbersAnswer['total']['turns'] => ({
  timed: turns.count,
  medianMs: turns.within(0.5) ?? null,
  p90Ms: turns.within(0.9) ?? null,
  longestMs: turns.longest ?? null,
});

function spentData(spent: Spent): Required<NumbersAnswer['total']>['subagents'] {
  const { responses, tokens, estimated, unpriced, input, output } = spent;
  return {
    responses,
    tokens: { ...tokens, total: input + output },
    costMicroUsd: microUsd(spent),
    estimated,
    unpricedTokens: unpriced,
  };
}
