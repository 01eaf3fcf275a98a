/** Tokens and what they cost, added up exactly: pico-dollars as bigints, rounded when they are shown. */
import { addBuckets, type Buckets, noTokens } from '../usage/buckets.ts';
import { picoDollars } from '../usage/rates.ts';
import type { Priced } from './price-classes.ts';

/** What was used with one model, all of it at one price. */
export interface Use {
  readonly model: string;
  readonly responses: number;
  readonly tokens: Readonly<Buckets>;
  /** The largest input of a response. */
  readonly largest: number;
  readonly priced: Priced | undefined;
  readonly window: number | undefined;
}

export class Spent {
  responses = 0;
  readonly tokens: Buckets = noTokens();
  pico = 0n;
  /** The largest input of a response, and the share of its model's context that it took. */
  largest = 0;
  fill: number | undefined;
  /** Some of it has a price that is not this very model's. */
  estimated = false;
  /** Tokens that have no price. */
  unpriced = 0;

  add({ responses, tokens, largest, priced, window }: Use): void {
    this.responses += responses;
    addBuckets(this.tokens, tokens);
    if (largest > this.largest) {
      this.largest = largest;
      // A request that is larger than the context shows that this is another size of the model.
      this.fill = window !== undefined && largest <= window ? largest / window : undefined;
    }
    if (!priced) {
      this.unpriced += allTokens(tokens);
      return;
    }
    this.pico += picoDollars(tokens, priced.rates);
    this.estimated ||= priced.price.estimated;
  }

  /** All input, from the cache or not. */
  get input(): number {
    const { input, cacheRead, cacheWrite5m, cacheWrite1h } = this.tokens;
    return input + cacheRead + cacheWrite5m + cacheWrite1h;
  }

  get output(): number {
    return this.tokens.output + this.tokens.reasoning;
  }

  /** Share of the input that came from the cache. */
  get cacheHits(): number | undefined {
    return this.input === 0 ? undefined : this.tokens.cacheRead / this.input;
  }

  get isEmpty(): boolean {
    return this.responses === 0 && this.input + this.output === 0;
  }
}

export const allTokens = ({ input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning }: Readonly<Buckets>) =>
  input + output + cacheRead + cacheWrite5m + cacheWrite1h + reasoning;

/** Millionths of a dollar, rounded once. */
export const microUsd = ({ pico }: Pick<Spent, 'pico'>): number => {
  const micro = (pico + 500_000n) / 1_000_000n;
  return micro > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(micro);
};
