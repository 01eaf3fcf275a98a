/** Sessions with what lists show beside their rows: tokens, money, models, relations, whether they still grow. */
import { adapterOf, type PriceBook, type SqlRow } from '@hansard/core';
import type { SessionSummary } from '@hansard/core/api/session.ts';
import type { Sql } from '../database/sql.ts';
import type { Group } from '../numbers/groups.ts';
import { allTokens, microUsd } from '../numbers/spent.ts';
import { shortIds } from '../search/short-ids.ts';
import type { SessionListed } from '../sessions/list-sessions.ts';
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
export function summariesOf(sql: Sql, listed: readonly SessionListed[], options: SummaryOptions): SessionSummary[] {
  const ids = listed.map(({ id }) => id);
  const spending = sessionSpending(sql, options.prices, ids);
  const short = shortIds(
    sql,
    listed.map(({ uuid }) => uuid),
  );
  const kin = kinOf(sql, ids);
  return listed.map((session) => {
    const { id, uuid, path: _path, imported: _imported, lineage, ...shown } = session;
    const { last_seq: lastSeq, children, origin } = kin.get(id) ?? {};
    return {
      ...shown,
      id: uuid,
      shortId: short.get(uuid) as string,
      agentLabel: adapterOf(session.agent)?.label ?? session.agent,
      live: isLive(session, options.now),
      lineage: lineage && { ...lineage, id: (origin as string | null) ?? null },
      children: (children as number | undefined) ?? 0,
      lastSeq: (lastSeq as number | undefined) ?? 0,
      ...moneyOf(spending.get(id)),
      tags: [...session.tags],
    };
  });
}

export function isLive({ state, endedAt, missingSince, machine }: SessionListed, now: number): boolean {
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

/** Those that come from a session are counted for all of the list in one go: there is no index for it. */
function kinOf(sql: Sql, ids: readonly number[]): Map<number, SqlRow> {
  const rows = sql.all(
    `WITH listed AS (
       SELECT id, agent, native_id, lineage_of, last_seq FROM session WHERE id IN (SELECT value FROM json_each(?))),
     heirs AS (
       SELECT lineage_of AS origin, agent, count(*) AS children FROM session
       WHERE lineage_of IN (SELECT native_id FROM listed) AND lineage_of IS NOT native_id GROUP BY 1, 2)
     SELECT s.id, s.last_seq, coalesce(h.children, 0) AS children,
       (SELECT o.uuid FROM session o WHERE o.native_id = s.lineage_of AND o.agent = s.agent AND o.id <> s.id) AS origin
     FROM listed s LEFT JOIN heirs h ON h.origin = s.native_id AND h.agent = s.agent`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row['id'] as number, row]));
}
