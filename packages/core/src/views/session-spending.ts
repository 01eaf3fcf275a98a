/** What single sessions used and cost, for lists and for the views of one. */
import { type Group, Groups } from '../numbers/groups.ts';
import { PriceClasses, type Priced } from '../numbers/price-classes.ts';
import { addUsage } from '../numbers/report.ts';
import { Spent } from '../numbers/spent.ts';
import type { StoreNumbers } from '../store/numbers.ts';
import type { SessionId } from '../store/sessions.ts';
import type { UsageColumns } from '../store/views.ts';
import { type Buckets, noTokens } from '../usage/buckets.ts';
import type { PriceBook } from '../usage/prices.ts';

/** By session; those that used nothing are not in it. */
export async function sessionSpending(
  numbers: StoreNumbers,
  prices: PriceBook,
  sessions: readonly SessionId[],
): Promise<Map<SessionId, Group>> {
  if (sessions.length === 0) return new Map();
  const classes = new PriceClasses(prices, await numbers.models());
  const groups = new Groups(['session']);
  const by = new Set(['session'] as const);
  for (const row of await numbers.usage({ sessions, by, steps: classes.steps, timezone: 'UTC' })) {
    addUsage(row, groups, classes);
  }
  return new Map(groups.all().map((group) => [group.key[0] ?? '', group]));
}

/**
 * What counts in a session, added up by what each response belongs to; `groupOf` is given the logSeq of its event. Sums
 * are priced, not responses: a session may have a hundred thousand.
 */
export function spendingBy<K>(
  usage: UsageColumns,
  prices: PriceBook,
  groupOf: (logSeq: number) => K | undefined,
): Map<K, Spent> {
  const { logSeq, model, time, request } = usage;
  const classes = new PriceClasses(prices, [...new Set(model)]);
  const columns = BUCKETS.map((bucket) => [bucket, usage.tokens[bucket]] as const);
  const sums = new Map<K, Map<Priced | undefined, Buckets>>();
  const largest = new Map<K, number>();
  // Plain loops: there may be a hundred thousand responses, and iterators would take most of the time.
  for (let i = 0; i < logSeq.length; i++) {
    const group = groupOf(logSeq[i] as number);
    if (group === undefined) continue;
    const priced = classes.priceOf(model[i] as string, request[i] as number, time[i] as number);
    const tokens = tokensOf(sums, group, priced);
    largest.set(group, Math.max(largest.get(group) ?? 0, request[i] as number));
    for (let n = 0; n < columns.length; n++) {
      const [bucket, values] = columns[n] as (typeof columns)[number];
      tokens[bucket] += values[i] as number;
    }
  }
  return new Map([...sums].map(([group, byPrice]) => [group, spentOf(byPrice, largest.get(group) ?? 0)]));
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

function spentOf(byPrice: ReadonlyMap<Priced | undefined, Buckets>, largest: number): Spent {
  const spent = new Spent();
  for (const [priced, tokens] of byPrice) {
    spent.add({ model: '', responses: 0, tokens, largest, priced, window: undefined });
  }
  return spent;
}
