/** Cheap aggregates of a session. Inferred times never enter the duration. */
import { isError, isPrompt } from '../events/event-kinds.ts';
import type { Event, Metrics } from '../transcript.ts';
import { noTokens, sumOf, toTokens } from '../usage/buckets.ts';
import { costOf, priceEvents, type Response } from '../usage/cost.ts';
import { countedEvents, inheritedEvents, isTotal } from '../usage/counted.ts';
import type { PriceBook } from '../usage/prices.ts';

/** With prices, the cost of each counted event is set on the event too. */
export function measure(events: readonly Event[], prices?: PriceBook): Metrics {
  const metrics: Metrics = { eventCount: events.length, messageCount: 0, toolCallCount: 0, durationMs: spanOf(events) };
  let errors = 0;
  let prompts = 0;
  let unparsed = 0;
  for (const event of events) {
    if (event.type === 'user_message' || event.type === 'assistant_message') metrics.messageCount++;
    else if (event.type === 'tool_call') metrics.toolCallCount++;
    else if (event.type === 'unparsed') unparsed++;
    if (isPrompt(event)) prompts++;
    if (isError(event) && event.withdrawn !== true) errors++;
  }
  metrics.promptCount = prompts;
  metrics.errorCount = errors;
  metrics.unparsedCount = unparsed;
  measureUsage(metrics, events, prices);
  return metrics;
}

function measureUsage(metrics: Metrics, events: readonly Event[], prices: PriceBook | undefined): void {
  const inherited = inheritedEvents(events);
  if (inherited.length > 0) metrics.inheritedTokens = toTokens(sumOf(inherited));
  const counted = countedEvents(events);
  if (counted.length === 0) return;
  metrics.tokens = toTokens(sumOf(counted));
  if (!prices) return;
  priceEvents(counted, prices);
  metrics.cost = costOf(counted.map(responseOf), prices);
}

function responseOf({ model = '', usage, timestamp }: Event): Response {
  return { model, usage: usage ?? noTokens(), at: timestamp };
}

/** From the earliest to the latest recorded time. */
export function timesOf(events: readonly Event[]): { first: string; last: string } | undefined {
  let first: string | undefined;
  let last: string | undefined;
  let firstAt = Number.POSITIVE_INFINITY;
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const event of events) {
    if (event.timestampSource) continue;
    const at = Date.parse(event.timestamp);
    if (at < firstAt) [firstAt, first] = [at, event.timestamp];
    if (at > lastAt) [lastAt, last] = [at, event.timestamp];
  }
  return first && last ? { first, last } : undefined;
}

/** A total that was given the time of its file is of the session's end: the file may have been copied much later. */
export function dated(event: Event, times: { readonly last: string } | undefined): Event {
  if (event.timestampSource !== 'file' || !times || !event.usage || !isTotal(event.usage)) return event;
  return { ...event, timestamp: times.last, timestampSource: 'session' };
}

function spanOf(events: readonly Event[]): number {
  const times = timesOf(events);
  return times ? Date.parse(times.last) - Date.parse(times.first) : 0;
}
