/**
 * Prices of sums. A price may depend on the size of a request, on the day and on the hour; usage is summed up within
 * what has one price, so that a sum times that price is exactly what its responses cost.
 */
import type { PriceBook } from '@hansard/core';
import type { Price } from '@hansard/core/usage/prices.ts';
import type { Rates } from '@hansard/core/usage/rates.ts';
import { SIZE_STEPS, SLOT_MS } from './usage-sums.ts';

const DAY = 86_400_000;

/** A model in the archive, by the id of its name; 0 is the one without a name. */
export interface NamedModel {
  readonly id: number;
  readonly name: string;
}

export interface Priced {
  readonly price: Price;
  readonly rates: Rates;
}

interface Times {
  readonly days: readonly number[];
  readonly clocks: readonly number[];
}

export class PriceClasses {
  readonly book: PriceBook;
  /** Steps of size that are told apart, from the smallest up. */
  readonly steps: readonly number[];
  /** Whether sums by quarters of an hour, in the steps of the archive, are fine enough. */
  readonly fitSums: boolean;
  readonly #times = new Map<number, Times>();
  readonly #names: ReadonlyMap<number, string>;
  readonly #priced = new Map<string, Priced | undefined>();

  constructor(book: PriceBook, models: readonly NamedModel[]) {
    this.book = book;
    this.#names = new Map(models.map(({ id, name }) => [id, name]));
    const steps = new Set<number>(SIZE_STEPS);
    for (const { id, name } of models) {
      const { sizes, days, clocks } = book.stepsOf(name);
      for (const size of sizes) steps.add(size);
      if (days.length + clocks.length === 0) continue;
      this.#times.set(id, { days: days.map((day) => Date.parse(day)), clocks: clocks.map(clockTime) });
    }
    this.steps = [...steps].sort((a, b) => a - b);
    const clocks = [...this.#times.values()].flatMap((times) => times.clocks);
    this.fitSums = steps.size === SIZE_STEPS.length && clocks.every((clock) => clock % SLOT_MS === 0);
  }

  nameOf(model: number): string {
    return this.#names.get(model) ?? '';
  }

  /** SQL that differs where the price of a model differs by time. */
  timeClass(model: string, time: string): string {
    const cases = [...this.#times].map(([id, { days, clocks }]) => {
      const passed = (steps: readonly number[], of: string) => ['0', ...steps.map((step) => `(${of} >= ${step})`)];
      const day = passed(days, time).join(' + ');
      const clock = passed(clocks, `${time} % ${DAY}`).join(' + ');
      return `WHEN ${id} THEN iif(${time} = 0, -1, (${day}) * 100 + (${clock}))`;
    });
    return cases.length === 0 ? '0' : `CASE ${model} ${cases.join(' ')} ELSE 0 END`;
  }

  /** The price of responses past so many steps of size, at a time (0: unknown). Undefined when there is none. */
  priceOf(model: number, size: number, time: number): Priced | undefined {
    const key = this.#times.has(model) ? `${model} ${size} ${time}` : `${model} ${size}`;
    if (!this.#priced.has(key)) this.#priced.set(key, this.#find(model, size, time));
    return this.#priced.get(key);
  }

  #find(model: number, size: number, time: number): Priced | undefined {
    const name = this.nameOf(model);
    const price =
      name === '' ? undefined : this.book.priceOf(name, time > 0 ? new Date(time).toISOString() : undefined);
    return price && { price, rates: price.ratesFor(size === 0 ? 0 : (this.steps[size - 1] as number) + 1) };
  }
}

function clockTime(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}
