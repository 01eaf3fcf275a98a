/** A page of the universal stream that is also a list: `page[0].raw`, `for (const event of page)`, `page.map(…)`. */
import type { UniversalEventPage } from '@hansard/core/api/index.ts';
import type { UniversalEvent } from './streams.ts';

export type EventPage = UniversalEventPage & readonly UniversalEvent[];

/** As JSON, and for whoever takes it apart, it is the server's answer and nothing else. */
export function eventPage({ events, hasMore }: UniversalEventPage): EventPage {
  const page = Object.create(Array.prototype) as EventPage;
  Object.assign(page, { events, hasMore });
  Object.defineProperty(page, 'length', { value: events.length });
  for (const [at, value] of events.entries()) Object.defineProperty(page, at, { value });
  return page;
}
