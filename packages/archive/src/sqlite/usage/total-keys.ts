/**
 * Some agents tell what a turn or the session used, not what each response did. Keys of such rows begin so, which makes
 * them a range of the table's own order.
 */
import type { UsageColumns } from '@hansard/core/events/event-facts.ts';
import { isSum, isTotal } from '@hansard/core/usage/counted.ts';

export const TOTAL = 'total ';
const REMAINDER = 'remainder ';

const beginsWith = (prefix: string): string => `(response >= '${prefix}' AND response < '${prefix.trimEnd()}!')`;

/** Counts only where nothing finer is known. */
export const IS_TOTAL = beginsWith(TOTAL);

/** Covers several responses: it is no response itself, and says nothing of the size of a request. */
export const IS_SUM = `(${IS_TOTAL} OR ${beginsWith(REMAINDER)})`;

export function usageKey({ scope, response }: UsageColumns): string {
  if (!isSum({ scope })) return response;
  return `${isTotal({ scope }) ? TOTAL : REMAINDER}${response}`;
}
