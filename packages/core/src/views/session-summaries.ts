/** Sessions with what lists show beside their rows: tokens, money, models, relations, whether they still grow. */
import { adapterOf } from '../adapters/index.ts';
import type { SessionSummary } from '../api/session.ts';
import type { Group } from '../numbers/groups.ts';
import { allTokens, microUsd } from '../numbers/spent.ts';
import type { SessionRow } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { PriceBook } from '../usage/prices.ts';
import { sessionSpending } from './session-spending.ts';

export interface SummaryOptions {
  readonly prices: PriceBook;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A session that was quiet for longer is not called live. */
const LIVELY_MS = 10 * 60 * 1000;
const DONE: ReadonlySet<string | null> = new Set(['ended', 'failed', 'interrupted']);

/** In the order of the list. */
export async function summariesOf(
  { sessions, numbers }: Pick<Store, 'sessions' | 'numbers'>,
  rows: readonly SessionRow[],
  { prices, now }: SummaryOptions,
): Promise<SessionSummary[]> {
  const ids = rows.map(({ id }) => id);
  const [spending, kin] = [await sessionSpending(numbers, prices, ids), await sessions.kin(ids)];
  const kinOf = new Map(kin.map((one) => [one.id, one]));
  return rows.map((row) => {
    const { number: _number, path: _path, imported: _imported, lineage, ...shown } = row;
    const { shortId = row.id, children = 0, origin = null } = kinOf.get(row.id) ?? {};
    return {
      ...shown,
      shortId,
      agentLabel: adapterOf(row.agent)?.label ?? row.agent,
      live: isLive(row, now),
      lineage: lineage && { ...lineage, id: origin },
      children,
      ...moneyOf(spending.get(row.id)),
      tags: [...row.tags],
    };
  });
}

/** It may still grow, and did so lately. */
export function isLive(
  { state, endedAt, missingSince, machine }: Pick<SessionRow, 'state' | 'endedAt' | 'missingSince' | 'machine'>,
  now: number,
): boolean {
  if (DONE.has(state) || missingSince !== null || machine !== null || endedAt === null) return false;
  return now - Date.parse(endedAt) < LIVELY_MS;
}

function moneyOf(group: Group | undefined): Pick<SessionSummary, 'models' | 'tokens' | 'costMicroUsd' | 'unpriced'> {
  if (!group) return { models: [], tokens: 0, costMicroUsd: null, unpriced: false };
  const { own, models } = group;
  const named = [...models].filter(([model]) => model !== '').sort(([, a], [, b]) => tokensOf(b) - tokensOf(a));
  return {
    models: named.map(([model]) => model),
    tokens: tokensOf(own),
    costMicroUsd: costOf(own),
    unpriced: own.unpriced > 0,
  };
}

const tokensOf = ({ tokens }: Group['own']): number => allTokens(tokens);

/** Null where something was used and nothing of it has a price. */
export function costOf(spent: Group['own']): number | null {
  return spent.isEmpty || (spent.pico === 0n && spent.unpriced > 0) ? null : microUsd(spent);
}
