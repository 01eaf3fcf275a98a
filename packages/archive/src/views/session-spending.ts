/** What single sessions used and cost, for lists and for the views of one. */
import type { PriceBook } from '@hansard/core';
import { type Buckets, noTokens } from '@hansard/core/usage/buckets.ts';
import type { Sql } from '../database/sql.ts';
import { type Group, Groups } from '../numbers/groups.ts';
import { OWN } from '../numbers/ownership.ts';
import { PriceClasses, type Priced } from '../numbers/price-classes.ts';
import { readSpending } from '../numbers/read-spending.ts';
import { modelsIn } from '../numbers/report.ts';
import { Spent } from '../numbers/spent.ts';
import { sizeOf } from '../numbers/usage-sums.ts';
import { ZoneDays } from '../numbers/zone-days.ts';
import { allOf, condition } from '../search/condition.ts';

/** By the number of the session; those that used nothing are not in it. */
export function sessionSpending(sql: Sql, prices: PriceBook, sessionIds: readonly number[]): Map<number, Group> {
  const groups = new Groups(['session']);
  const everything = allOf([]);
  readSpending(sql, {
    groups,
    selection: {
      sessions: condition('session.id IN (SELECT value FROM json_each(?))', JSON.stringify(sessionIds)),
      usage: () => everything,
      since: 0,
      until: Number.POSITIVE_INFINITY,
      tools: everything,
    },
    classes: new PriceClasses(prices, modelsIn(sql)),
    days: new ZoneDays('UTC', 0, 0),
    sessions: false,
  });
  return new Map(groups.all().map((group) => [group.key[0] as number, group]));
}

const TOKENS = ['input', 'output', 'cache_read', 'cache_write_5m', 'cache_write_1h', 'reasoning'] as const;

/**
 * What counts in a session, added up by what each response belongs to; `groupOf` is told the number of its event. Sums
 * are priced, not responses: a session may have a hundred thousand.
 */
export function spendingBy<K>(
  sql: Sql,
  prices: PriceBook,
  sessionId: number,
  groupOf: (number: number) => K | undefined,
): Map<K, Spent> {
  const classes = new PriceClasses(prices, modelsIn(sql));
  const columns = usageColumns(sql, sessionId, classes);
  const sums = new Map<K, Map<Priced | undefined, Buckets>>();
  // Plain loops: there may be a hundred thousand responses, and iterators would take most of the time.
  for (let i = 0; i < columns.event.length; i++) {
    const group = groupOf(columns.event[i] as number);
    if (group === undefined) continue;
    const priced = classes.priceOf(columns.model[i] as number, columns.size[i] as number, columns.time[i] as number);
    const tokens = tokensOf(sums, group, priced);
    for (let n = 0; n < BUCKETS.length; n++) {
      tokens[BUCKETS[n] as (typeof BUCKETS)[number]] += columns.tokens[n]?.[i] as number;
    }
  }
  return new Map([...sums].map(([group, byPrice]) => [group, spentOf(byPrice)]));
}

function tokensOf<K>(sums: Map<K, Map<Priced | undefined, Buckets>>, group: K, priced: Priced | undefined): Buckets {
  let byPrice = sums.get(group);
  if (!byPrice) {
    byPrice = new Map();
    sums.set(group, byPrice);
  }
  let tokens = byPrice.get(priced);
  if (!tokens) {
    tokens = noTokens();
    byPrice.set(priced, tokens);
  }
  return tokens;
}

const BUCKETS = ['input', 'output', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h', 'reasoning'] as const;

function spentOf(byPrice: ReadonlyMap<Priced | undefined, Buckets>): Spent {
  const spent = new Spent();
  for (const [priced, tokens] of byPrice) {
    spent.add({ model: '', responses: 0, tokens, largest: 0, priced, window: undefined });
  }
  return spent;
}

function usageColumns(sql: Sql, sessionId: number, { steps }: PriceClasses) {
  const columns = ['event_id', 'coalesce(model, 0)', sizeOf(steps), 'time', ...TOKENS];
  const row = sql.get(
    `SELECT ${columns.map((column, n) => `json_group_array(${column}) AS c${n}`).join(', ')}
     FROM usage WHERE session_id = ? AND own = ${OWN.here}`,
    sessionId,
  );
  const lists = columns.map((_, n) => JSON.parse(row?.[`c${n}`] as string) as number[]);
  const [event = [], model = [], size = [], time = [], ...tokens] = lists;
  return { event, model, size, time, tokens };
}
