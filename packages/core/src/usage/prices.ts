/**
 * The price book: a dated snapshot under the user's own prices. It loads nothing by itself; `loadPriceBook` brings
 * the snapshot in when a program needs it.
 */
import { fastPrice, standardModel } from './fast-mode.ts';
import { indexModels, type ModelIndex } from './match-model.ts';
import type { PriceOverride } from './overrides.ts';
import { completeRates, type PartialRates, type Rates } from './rates.ts';
import type { PriceSnapshot, SnapshotModel, SnapshotPeriod, SnapshotRates } from './snapshot.ts';

export interface PriceBook {
  /** Day of the snapshot. */
  readonly date: string;
  /** The price of a model (an id as the agent wrote it) at a time (RFC 3339; without one, the day of the snapshot). */
  priceOf(model: string, at?: string): Price | undefined;
  /** Where the price of a model changes: between these, sums of tokens can be priced as one. */
  stepsOf(model: string): PriceSteps;
  /** Tokens that the context of a model holds, where that is known of this very model. */
  windowOf(model: string): number | undefined;
}

export interface PriceSteps {
  /** Input tokens of a request (cache included) above which another tier holds. */
  readonly sizes: readonly number[];
  /** Days (UTC) on which another price began to hold. */
  readonly days: readonly string[];
  /** Times of day (UTC, `06:30`) at which the price changes. */
  readonly clocks: readonly string[];
}

export interface Price {
  /** Id of the model whose price this is, or the pattern of the user's own price. */
  readonly model: string;
  readonly date: string;
  /** The id was not matched exactly. */
  readonly estimated: boolean;
  /** The user's own price. */
  readonly override: boolean;
  /** Rates of a request with so many input tokens, cache reads and writes included. */
  ratesFor(inputTokens: number): Rates;
}

export interface PriceBookOptions {
  readonly snapshot: PriceSnapshot;
  /** The user's own prices, as `readPriceOverrides` gives them; the first pattern that fits wins. */
  readonly overrides?: readonly PriceOverride[];
}

export function createPriceBook({ snapshot, overrides = [] }: PriceBookOptions): PriceBook {
  let index: ModelIndex<SnapshotModel> | undefined;
  const matches = new Map<string, ReturnType<ModelIndex<SnapshotModel>['match']>>();
  const match = (model: string) => {
    if (!matches.has(model)) {
      index ??= indexModels(snapshot.models.map((entry) => [[entry[0], ...entry[1]], entry] as const));
      matches.set(model, index.match(model));
    }
    return matches.get(model);
  };
  const overrideOf = (model: string) => overrides.find((override) => override.matches(model));
  const priceOf = (model: string, at?: string): Price | undefined => {
    const own = overrideOf(model);
    if (own) return overridePrice(own, model, snapshot.date);
    const standard = standardModel(model);
    const price = standard === undefined ? undefined : priceOf(standard, at);
    if (price) return fastPrice(price);
    if (model.endsWith(':free')) return freePrice(model, snapshot.date);
    const found = match(model);
    const tiers = found && periodAt(found.entry[2], at, snapshot.date)?.[0];
    if (!tiers) return undefined;
    const id = found.entry[0];
    return {
      model: id,
      date: snapshot.date,
      estimated: !found.exact,
      override: false,
      ratesFor: (input) => completeRates(namedRates((tiers.findLast(([above]) => input > above) ?? tiers[0]!)[1]), id),
    };
  };
  return {
    date: snapshot.date,
    priceOf,
    stepsOf(name) {
      const model = standardModel(name) ?? name;
      const fixed = overrideOf(model) !== undefined || model.endsWith(':free');
      return stepsIn((!fixed && match(model)?.entry[2]) || []);
    },
    windowOf(model) {
      const found = match(standardModel(model) ?? model);
      return found?.exact ? found.entry[3] : undefined;
    },
  };
}

function stepsIn(periods: readonly SnapshotPeriod[]): PriceSteps {
  const sizes = new Set(periods.flatMap(([tiers]) => tiers.map(([above]) => above)).filter((above) => above > 0));
  const days = new Set(periods.flatMap(([, from]) => from || []));
  const clocks = new Set(periods.flatMap(([, , daily]) => daily ?? []));
  return { sizes: [...sizes], days: [...days], clocks: [...clocks] };
}

function overridePrice(own: PriceOverride, model: string, date: string): Price {
  const rates = completeRates(own.rates, model.toLowerCase());
  return { model: own.pattern, date, estimated: false, override: true, ratesFor: () => rates };
}

/** Routers mark variants that cost nothing in the id. */
function freePrice(model: string, date: string): Price {
  const rates = completeRates({ input: 0n, output: 0n }, model);
  return { model, date, estimated: false, override: false, ratesFor: () => rates };
}

/** The last period that holds at the time. */
function periodAt(periods: readonly SnapshotPeriod[], at = '', today: string): SnapshotPeriod | undefined {
  if (periods.length === 1) return periods[0];
  const time = Date.parse(at);
  if (Number.isNaN(time)) return periods.findLast(([, from = '', daily]) => from <= today && !daily);
  const iso = new Date(time).toISOString();
  const [day, clock] = [iso.slice(0, 10), iso.slice(11, 16)];
  return (
    periods.findLast(([, from = '', daily]) => from <= day && (!daily || isWithin(clock, daily))) ??
    // A price that is only known from some day on is the best known one before it.
    periods[0]
  );
}

function isWithin(clock: string, [start = '', end = '']: readonly string[]): boolean {
  return start <= end ? clock >= start && clock < end : clock >= start || clock < end;
}

function namedRates([input, output, cacheRead, cacheWrite5m, cacheWrite1h]: SnapshotRates): PartialRates {
  const rate = (value: number | null | undefined) => (value == null ? undefined : BigInt(value));
  return {
    input: rate(input) ?? 0n,
    output: rate(output) ?? 0n,
    cacheRead: rate(cacheRead),
    cacheWrite5m: rate(cacheWrite5m),
    cacheWrite1h: rate(cacheWrite1h),
  };
}
