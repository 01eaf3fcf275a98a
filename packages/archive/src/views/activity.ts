/** When there was work: sessions, events and cost by day, and events by hour of the week, in one time zone. */
import type { PriceBook } from '@hansard/core';
import type { Activity } from '@hansard/core/api/numbers.ts';
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import { readNumbers } from '../numbers/report.ts';
import { microUsd } from '../numbers/spent.ts';
import { dayText, ZoneDays } from '../numbers/zone-days.ts';

const HOUR = 3_600_000;

export function activityOf(sql: Sql, timezone: string, prices: PriceBook): Activity {
  const days = new Map<string, Day>();
  const hours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const { hour, session, events } of hoursOf(sql, timezone)) {
    const number = Math.floor(hour / 24);
    const day = dayOf(days, dayText(number));
    day.events += events;
    day.ids.add(session);
    // The first of January 1970 was a Thursday.
    const week = hours[(number + 3) % 7] as number[];
    week[hour % 24] = (week[hour % 24] as number) + events;
  }
  for (const { key, own } of readNumbers(sql, { by: ['day'], timezone, prices }).groups) {
    if (typeof key[0] === 'string') dayOf(days, key[0]).costMicroUsd = microUsd(own);
  }
  const inOrder = [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  return { days: inOrder.map(({ ids, ...day }) => ({ ...day, sessions: ids.size })), hours };
}

interface Day {
  readonly day: string;
  readonly ids: Set<number>;
  events: number;
  costMicroUsd: number;
}

function dayOf(days: Map<string, Day>, day: string): Day {
  const known = days.get(day) ?? { day, ids: new Set<number>(), events: 0, costMicroUsd: 0 };
  days.set(day, known);
  return known;
}

/** Hours of the zone's clocks, counted from 1970, with the events of each session; without times that were inferred. */
function hoursOf(sql: Sql, timezone: string): { hour: number; session: number; events: number }[] {
  const span = sql.get('SELECT min(started) AS first, max(ended) AS last FROM session');
  const zone = new ZoneDays(timezone, (span?.['first'] as number) ?? 0, (span?.['last'] as number) ?? 0);
  const rows = sql.all(
    `SELECT ${zone.localExpression('e.time')} / ${HOUR} AS hour, r.session_id AS session, count(*) AS events
     FROM run r CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
     WHERE e.time > 0 AND e.flags & ${FLAGS.withdrawn | FLAGS.inferredTime} = 0 GROUP BY 1, 2`,
  );
  return rows as { hour: number; session: number; events: number }[];
}
