/** Prices of what was used: where they change, so that sums do not mix them, and the price of a row of such sums. */
import type { PriceSteps } from '../store/numbers.ts';
import type { Price, PriceBook } from '../usage/prices.ts';
import type { Rates } from '../usage/rates.ts';

export interface Priced {
  readonly price: Price;
  readonly rates: Rates;
}

export class PriceClasses {
  readonly book: PriceBook;
  readonly steps: PriceSteps;
  readonly #priced = new Map<string, Priced | undefined>();

  constructor(book: PriceBook, models: readonly string[]) {
    this.book = book;
    const sizes = new Set<number>();
    const times = new Map<string, { days: number[]; clocks: number[] }>();
    for (const model of models) {
      const steps = book.stepsOf(model);
      for (const size of steps.sizes) sizes.add(size);
      if (steps.days.length + steps.clocks.length === 0) continue;
      times.set(model, { days: steps.days.map((day) => Date.parse(day)), clocks: steps.clocks.map(clockTime) });
    }
    this.steps = { sizes: [...sizes].sort((a, b) => a - b), times };
  }

  /** Of requests of that size at a time (0: unknown). Undefined when there is none. */
  priceOf(model: string, request: number, time: number): Priced | undefined {
    let size = 0;
    for (const step of this.steps.sizes) if (request > step) size++;
    const key = this.steps.times.has(model) ? `${size} ${time} ${model}` : `${size} ${model}`;
    if (!this.#priced.has(key)) this.#priced.set(key, this.#find(model, request, time));
    return this.#priced.get(key);
  }

  #find(model: string, request: number, time: number): Priced | undefined {
    if (model === '') return undefined;
    const price = this.book.priceOf(model, time > 0 ? new Date(time).toISOString() : undefined);
    return price && { price, rates: price.ratesFor(request) };
  }
}

function clockTime(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}
