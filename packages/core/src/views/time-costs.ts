/** What the responses of a session cost, in the order of time, with the sum up to each. */
import type { TimeCost } from '../api/views.ts';
import { FLAGS } from '../events/event-facts.ts';
import { microUsd, type Spent } from '../numbers/spent.ts';
import type { SkeletonEvent, UsageColumns } from '../store/views.ts';
import type { PriceBook } from '../usage/prices.ts';
import { spendingBy } from './session-spending.ts';
import { hasFlag } from './skeleton.ts';

/** More are told together: nobody can tell them apart in a drawing. */
const MOST = 2000;

interface Step {
  readonly event: SkeletonEvent;
  readonly spent: Spent;
}

/** Responses whose time was not recorded are not in it. */
export function timeCosts(skeleton: Iterable<SkeletonEvent>, usage: UsageColumns, prices: PriceBook): TimeCost[] {
  const spending = spendingBy(usage, prices, (logSeq) => logSeq);
  const steps: Step[] = [];
  for (const event of skeleton) {
    const spent = spending.get(event.logSeq);
    if (spent && event.time > 0 && !hasFlag(event, FLAGS.inferredTime)) steps.push({ event, spent });
  }
  steps.sort((a, b) => a.event.time - b.event.time || a.event.logSeq - b.event.logSeq);
  const size = Math.max(1, Math.ceil(steps.length / MOST));
  const costs: TimeCost[] = [];
  let total = 0n;
  for (let at = 0; at < steps.length; at += size) {
    const together = steps.slice(at, at + size);
    const pico = together.reduce((sum, { spent }) => sum + spent.pico, 0n);
    total += pico;
    costs.push(costOf(together, pico, total));
  }
  return costs;
}

/** Several are told as the last of them. */
function costOf(steps: readonly Step[], pico: bigint, total: bigint): TimeCost {
  const { event, spent } = steps.at(-1) as Step;
  const isUnknown = pico === 0n && steps.some((step) => step.spent.unpriced > 0);
  return {
    logSeq: event.logSeq,
    at: event.time,
    source: event.source.source,
    costMicroUsd: isUnknown ? null : microUsd({ pico }),
    totalMicroUsd: microUsd({ pico: total }),
    input: spent.largest,
    ...(steps.length > 1 && { merged: steps.length }),
  };
}
