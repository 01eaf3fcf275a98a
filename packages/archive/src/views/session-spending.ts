/** What single sessions used and cost, for lists and for the views of one. */
import type { PriceBook } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { type Group, Groups } from '../numbers/groups.ts';
import { OWN } from '../numbers/ownership.ts';
import { PriceClasses } from '../numbers/price-classes.ts';
import { readSpending } from '../numbers/read-spending.ts';
import { modelsIn } from '../numbers/report.ts';
import { Spent } from '../numbers/spent.ts';
import { IS_TOTAL } from '../numbers/total-keys.ts';
import { REQUEST, sizeOf } from '../numbers/usage-sums.ts';
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

export interface EventSpending {
  /** Number of the event that tells of it. */
  readonly number: number;
  readonly spent: Spent;
}

/** What counts in a session, response by response. */
export function* eventSpending(sql: Sql, prices: PriceBook, sessionId: number): Generator<EventSpending> {
  const classes = new PriceClasses(prices, modelsIn(sql));
  const rows = sql.all(
    `SELECT event_id, coalesce(model, 0) AS model, ${sizeOf(classes.steps)} AS size, NOT ${IS_TOTAL} AS responses, time,
       input, output, cache_read, cache_write_5m, cache_write_1h, reasoning, ${REQUEST} AS largest
     FROM usage WHERE session_id = ? AND own = ${OWN.here}`,
    sessionId,
  );
  for (const row of rows) {
    const [model, count] = [row['model'] as number, (name: string) => row[name] as number];
    const spent = new Spent();
    spent.add({
      model: classes.nameOf(model),
      responses: count('responses'),
      tokens: {
        input: count('input'),
        output: count('output'),
        cacheRead: count('cache_read'),
        cacheWrite5m: count('cache_write_5m'),
        cacheWrite1h: count('cache_write_1h'),
        reasoning: count('reasoning'),
      },
      largest: count('largest'),
      priced: classes.priceOf(model, count('size'), count('time')),
      window: undefined,
    });
    yield { number: count('event_id'), spent };
  }
}
