/** Where prices change, as SQL on the tables of usage. */
import type { PriceSteps } from '@hansard/core/store/numbers.ts';
import { SIZE_STEPS, SLOT_MS } from '../usage/usage-sums.ts';

const DAY = 86_400_000;

/** Ids of the names of models. */
export type ModelIds = ReadonlyMap<string, number>;

export class StepsSql {
  /** Whether sums by quarters of an hour, in the steps of the archive, are fine enough. */
  readonly fitSums: boolean;
  /** Steps of size that rows are told apart by, from the smallest up. */
  readonly sizes: readonly number[];
  readonly #times: readonly {
    readonly id: number;
    readonly days: readonly number[];
    readonly clocks: readonly number[];
  }[];

  constructor({ sizes, times }: PriceSteps, models: ModelIds) {
    this.#times = [...times].flatMap(([model, { days, clocks }]) => {
      const id = models.get(model);
      return id === undefined ? [] : [{ id, days, clocks }];
    });
    this.sizes = [...new Set([...SIZE_STEPS, ...sizes])].sort((a, b) => a - b);
    const onSlots = this.#times.every(({ clocks }) => clocks.every((clock) => clock % SLOT_MS === 0));
    this.fitSums = this.sizes.length === SIZE_STEPS.length && onSlots;
  }

  /** A size of request that is past so many steps. */
  requestOf(size: number): number {
    return size === 0 ? 0 : (this.sizes[size - 1] as number) + 1;
  }

  /** An expression that differs where the price of a model differs by time. */
  timeClass(model: string, time: string): string {
    const cases = this.#times.map(({ id, days, clocks }) => {
      const passed = (steps: readonly number[], of: string) => ['0', ...steps.map((step) => `(${of} >= ${step})`)];
      const day = passed(days, time).join(' + ');
      const clock = passed(clocks, `${time} % ${DAY}`).join(' + ');
      return `WHEN ${id} THEN iif(${time} = 0, -1, (${day}) * 100 + (${clock}))`;
    });
    return cases.length === 0 ? '0' : `CASE ${model} ${cases.join(' ')} ELSE 0 END`;
  }
}
