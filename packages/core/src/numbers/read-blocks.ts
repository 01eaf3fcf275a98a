/** Use in windows of five hours, with what each cost. */
import type { NumbersSelection, StoreNumbers } from '../store/numbers.ts';
import { type Block, blocksOf } from '../usage/blocks.ts';
import type { PriceBook } from '../usage/prices.ts';
import { PriceClasses } from './price-classes.ts';
import { Spent, type Use } from './spent.ts';

export interface BlocksOptions extends NumbersSelection {
  readonly prices: PriceBook;
  readonly now: number;
}

export interface SpentBlock extends Omit<Block<never>, 'uses'> {
  readonly spent: Spent;
  /** In order of appearance. */
  readonly models: readonly string[];
}

interface TimedUse extends Use {
  readonly time: number;
}

/**
 * All windows, oldest first. Where a window begins depends on those before it, so times in the selection choose among
 * windows and not among responses.
 */
export async function readBlocks(
  numbers: Pick<StoreNumbers, 'models' | 'responses'>,
  { prices, now, query, sessions, ...period }: BlocksOptions,
): Promise<SpentBlock[]> {
  const classes = new PriceClasses(prices, await numbers.models());
  const uses: TimedUse[] = [];
  for (const row of await numbers.responses({ query, sessions })) {
    uses.push({ ...row, priced: classes.priceOf(row.model, row.request, row.time), window: undefined });
  }
  const { since, until } = periodOf({ query, ...period });
  return blocksOf(uses, now)
    .filter(({ end, start }) => end > since && start < until)
    .map(({ uses: own, ...block }) => ({ ...block, spent: sumOf(own), models: modelsOf(own) }));
}

/** What options and filters say of time, together. */
function periodOf({ query, since = 0, until = Number.POSITIVE_INFINITY }: NumbersSelection) {
  let [from, to] = [since, until];
  for (const filter of query?.filters ?? []) {
    if (filter.name !== 'after' && filter.name !== 'before') continue;
    if ((filter.name === 'after') !== filter.excluded) from = Math.max(from, filter.time);
    else to = Math.min(to, filter.time);
  }
  return { since: from, until: to };
}

function sumOf(uses: readonly Use[]): Spent {
  const spent = new Spent();
  for (const use of uses) spent.add(use);
  return spent;
}

const modelsOf = (uses: readonly Use[]): string[] => [
  ...new Set(uses.map(({ model }) => model).filter((model) => model !== '')),
];
