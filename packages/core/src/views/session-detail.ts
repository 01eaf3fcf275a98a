/** All that is known of one session beside its events. */
import { adapterOf } from '../adapters/index.ts';
import type { SessionCost, SessionDetail } from '../api/session.ts';
import type { Group } from '../numbers/groups.ts';
import { allTokens, microUsd } from '../numbers/spent.ts';
import { resumeCommand } from '../resume-command.ts';
import type { SessionId, SessionRow } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { PriceBook } from '../usage/prices.ts';
import { sessionSpending } from './session-spending.ts';
import { costOf, type SummaryOptions, summariesOf } from './session-summaries.ts';

/** Undefined when there is no such session. */
export async function sessionDetail(
  store: Pick<Store, 'sessions' | 'numbers' | 'journal'>,
  id: SessionId,
  options: SummaryOptions,
): Promise<SessionDetail | undefined> {
  const [[row], facts] = [await store.sessions.rows([id]), await store.sessions.facts(id)];
  if (!row || !facts) return undefined;
  const related = await store.sessions.rows(facts.related);
  const [summary, ...others] = await summariesOf(store, [row, ...related], options);
  if (!summary) return undefined;
  const spending = await sessionSpending(store.numbers, options.prices, [id]);
  return {
    ...summary,
    notes: [...((await store.journal?.notes(id)) ?? [])],
    resume: resumeOf(row),
    path: row.path,
    agentVersion: facts.agentVersion,
    problems: [...facts.problems],
    sources: facts.agents.map((agent, index) => ({ ...agent, index })),
    cost: sessionCost(spending.get(id), options.prices),
    durationMs: durationOf(row),
    related: others,
  };
}

/** Null where the agent cannot go on with it. */
function resumeOf({ missingSince, machine, imported, agent, nativeId, project }: SessionRow): string | null {
  const isHere = missingSince === null && machine === null && !imported;
  return (isHere ? resumeCommand(adapterOf(agent), nativeId, project) : undefined) ?? null;
}

const durationOf = ({ startedAt, endedAt }: SessionRow): number =>
  startedAt === null || endedAt === null ? 0 : Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));

function sessionCost(group: Group | undefined, prices: PriceBook): SessionCost {
  if (!group) return NOTHING;
  const { own, subagents, inherited, models } = group;
  const withSubagents = costOf(own);
  return {
    ownMicroUsd: withSubagents === null ? null : microUsd({ pico: own.pico - subagents.pico }),
    withSubagentsMicroUsd: withSubagents,
    inheritedMicroUsd: costOf(inherited),
    byModel: [...models].map(modelCost).sort((a, b) => (b.costMicroUsd ?? -1) - (a.costMicroUsd ?? -1)),
    cacheHitShare: own.cacheHits ?? null,
    contextFill: own.largest > 0 ? fillOf(group, prices) : null,
  };
}

const NOTHING: SessionCost = {
  ownMicroUsd: null,
  withSubagentsMicroUsd: null,
  inheritedMicroUsd: null,
  byModel: [],
  cacheHitShare: null,
  contextFill: null,
};

const modelCost = ([model, spent]: [string, Group['own']]) => ({
  model: model || null,
  tokens: allTokens(spent.tokens),
  costMicroUsd: costOf(spent),
  estimated: spent.estimated,
});

function fillOf({ own, models }: Group, prices: PriceBook): SessionCost['contextFill'] {
  const [model] = [...models].find(([, { largest }]) => largest === own.largest) ?? [];
  const window = model ? prices.windowOf(model) : undefined;
  const fits = window !== undefined && own.largest <= window;
  return { tokens: own.largest, window: fits ? window : null, share: fits ? own.largest / window : null };
}
