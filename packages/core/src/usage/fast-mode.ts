/**
 * Fast mode: the same model, served faster at a multiple of its price. Agents name the model and say beside the numbers
 * that it was fast, so it is priced, and shown apart, under a name of its own.
 */
import type { Usage } from '../transcript.ts';
import type { Price } from './prices.ts';
import type { Rates } from './rates.ts';

/** What the maker asks for fast mode, as a multiple of the standard price; cache reads and writes included. */
const TIMES: Readonly<Record<string, bigint>> = {
  'claude-opus-4-6': 6n,
  'claude-opus-4-7': 6n,
  'claude-opus-4-8': 2n,
  'claude-opus-5': 2n,
};

const FAST = '-fast';

/** The name under which the tokens of a response are priced. */
export function pricedAs(model: string, { speed }: Pick<Usage, 'speed'>): string {
  return speed === 'fast' && model !== '' && !model.endsWith(FAST) ? model + FAST : model;
}

/** The model that a name of fast mode stands for. Other makers have models whose own names end in this way. */
export function standardModel(model: string): string | undefined {
  return /claude/i.test(model) && model.endsWith(FAST) ? model.slice(0, -FAST.length) : undefined;
}

/** Where the multiple is not known the price is that of the standard mode, and an estimate. */
export function fastPrice(price: Price): Price {
  const times = TIMES[price.model] ?? (price.override ? 1n : undefined);
  if (times === undefined) return { ...price, estimated: true };
  return { ...price, model: price.model + FAST, ratesFor: (input) => multiplied(price.ratesFor(input), times) };
}

function multiplied(rates: Rates, times: bigint): Rates {
  return {
    input: rates.input * times,
    output: rates.output * times,
    cacheRead: rates.cacheRead * times,
    cacheWrite5m: rates.cacheWrite5m * times,
    cacheWrite1h: rates.cacheWrite1h * times,
  };
}
