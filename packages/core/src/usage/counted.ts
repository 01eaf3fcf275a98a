/**
 * Which usage counts. A response counts once, and its last numbers win. Totals of a turn or of the session, which some
 * agents tell instead, count only where nothing finer is known of the same agent. What a fork inherited belongs to the
 * session it came from.
 */
import type { EventDraft } from '../adapters/contract.ts';
import type { Usage } from '../transcript.ts';

type Counted = Pick<EventDraft, 'id' | 'usage' | 'source'>;

/** Numbers that cover several responses: they say nothing of the size of one request. */
export const isSum = ({ scope }: Pick<Usage, 'scope'>): boolean => (scope ?? 'response') !== 'response';

/** A total repeats what finer numbers say. A remainder is what these leave out, and counts beside them. */
export const isTotal = (usage: Pick<Usage, 'scope'>): boolean => isSum(usage) && usage.scope !== 'remainder';

/** The events whose usage is the session's own. */
export function countedEvents<E extends Counted>(events: Iterable<E>): E[] {
  const own: E[] = [];
  for (const event of events) if (event.usage && !event.usage.inherited) own.push(event);
  const totals = finestTotals(own);
  const single = lastOfResponses(own.filter(({ usage }) => !isTotal(usage as Usage)));
  if (totals.size === 0) return single;
  const counted = new Set([...single, ...totals]);
  return own.filter((event) => counted.has(event));
}

/** The events whose usage the session took over from the one it was forked from. */
export function inheritedEvents<E extends Counted>(events: Iterable<E>): E[] {
  return lastOfResponses([...events].filter(({ usage }) => usage?.inherited === true && !isTotal(usage)));
}

function lastOfResponses<E extends Counted>(events: readonly E[]): E[] {
  const responses = new Map<string, E>();
  for (const event of events) {
    const key = event.usage?.responseId ?? event.id;
    const before = responses.get(key);
    if (before && isToldByOther(event) && !isToldByOther(before)) continue;
    responses.set(key, event);
  }
  return [...responses.values()];
}

/** A subagent's response that only a record of its parent holds. */
const isToldByOther = ({ usage }: Counted): boolean => usage?.source !== undefined;

function finestTotals<E extends Counted>(events: readonly E[]): Set<E> {
  const totals = new Map<string, E[]>();
  const told = new Set<string>();
  for (const event of events) {
    const usage = event.usage as Usage;
    const source = usage.source ?? event.source ?? 'primary';
    if (tokensIn(usage) === 0) continue;
    if (!isTotal(usage)) told.add(source);
    else totals.set(source, [...(totals.get(source) ?? []), event]);
  }
  const finest = [...totals].flatMap(([source, list]) => (told.has(source) ? [] : lastTotals(list, isWhole)));
  return new Set(finest);
}

/** The last total of the session, and the turns after it. */
export function lastTotals<T>(totals: readonly T[], isOfSession: (total: T) => boolean): T[] {
  return totals.slice(Math.max(0, totals.findLastIndex(isOfSession)));
}

const isWhole = ({ usage }: Counted): boolean => usage?.scope === 'session';

const tokensIn = ({ input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning }: Usage): number =>
  input + output + cacheRead + cacheWrite5m + cacheWrite1h + reasoning;
