/** When there was work: sessions, events and cost by day, and events by hour of the week, in one time zone. */
import type { Activity } from '../api/numbers.ts';
import { type NumbersStore, readNumbers } from '../numbers/report.ts';
import { microUsd } from '../numbers/spent.ts';
import { dayText } from '../numbers/zone-days.ts';
import type { SessionId } from '../store/sessions.ts';
import type { PriceBook } from '../usage/prices.ts';

export async function activityOf(store: NumbersStore, timezone: string, prices: PriceBook): Promise<Activity> {
  const days = new Map<string, Day>();
  const hours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const { hour, session, events } of await store.numbers.hours(timezone)) {
    const number = Math.floor(hour / 24);
    const day = dayOf(days, dayText(number));
    day.events += events;
    day.ids.add(session);
    // The first of January 1970 was a Thursday.
    const week = hours[(number + 3) % 7] as number[];
    week[hour % 24] = (week[hour % 24] as number) + events;
  }
  const spent = await readNumbers(store, { by: ['day'], timezone, prices });
  for (const { key, own } of spent.groups) if (key[0]) dayOf(days, key[0]).costMicroUsd = microUsd(own);
  const inOrder = [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
  return { days: inOrder.map(({ ids, ...day }) => ({ ...day, sessions: ids.size })), hours };
}

interface Day {
  readonly day: string;
  readonly ids: Set<SessionId>;
  events: number;
  costMicroUsd: number;
}

function dayOf(days: Map<string, Day>, day: string): Day {
  const known = days.get(day) ?? { day, ids: new Set<SessionId>(), events: 0, costMicroUsd: 0 };
  days.set(day, known);
  return known;
}
