/** Days of a time zone as expressions of SQL: the same arithmetic as `ZoneDays`. */
import type { Offset, ZoneDays } from '@hansard/core/numbers/zone-days.ts';

const DAY = 86_400_000;

/** Number of the local day of a time; NULL for the time 0, which is none. */
export const dayExpression = (zone: ZoneDays, time: string): string =>
  `iif(${time} = 0, NULL, ${localExpression(zone, time)} / ${DAY})`;

/** What clocks of the zone show, as if they were in UTC. */
export function localExpression({ offsets }: ZoneDays, time: string): string {
  const [first, ...later] = offsets as readonly [Offset, ...Offset[]];
  const cases = later.toReversed().map(({ from, offset }) => `WHEN ${time} >= ${from} THEN ${offset}`);
  const offset = cases.length === 0 ? first.offset : `CASE ${cases.join(' ')} ELSE ${first.offset} END`;
  return `(${time} + (${offset}))`;
}
