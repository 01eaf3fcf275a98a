/**
 * Costs computed a second time, response by response and straight from the price table, by code that shares nothing
 * with the reports: to check them against.
 */
import { snapshot } from '@hansard/core/usage/prices.gen.ts';

export interface PlainResponse {
  readonly model: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Input, output, cache read, 5-minute write, 1-hour write, reasoning. */
  readonly tokens: readonly number[];
}

/** In pico-dollars; undefined for a model that is not in the table under that very id. */
export function independentCost({ model, time, tokens }: PlainResponse): bigint | undefined {
  const entry = snapshot.models.find(([id]) => id === model);
  if (!entry) return undefined;
  const iso = new Date(time).toISOString();
  let chosen = entry[2][0];
  for (const period of entry[2]) {
    const [, from = '', hours] = period;
    const clock = iso.slice(11, 16);
    const [start = '', end = ''] = hours ?? [];
    const inHours = !hours || (start <= end ? clock >= start && clock < end : clock >= start || clock < end);
    if (iso.slice(0, 10) >= from && inHours) chosen = period;
  }
  const [input = 0, output = 0, cacheRead = 0, write5m = 0, write1h = 0, reasoning = 0] = tokens;
  let rates = chosen?.[0][0]?.[1] ?? [];
  for (const [above, other] of chosen?.[0] ?? []) if (input + cacheRead + write5m + write1h > above) rates = other;
  const [inputRate = 0, outputRate = 0] = rates as number[];
  const isClaude = model.startsWith('claude');
  const readRate = rates[2] ?? inputRate;
  const write5mRate = rates[3] ?? (isClaude ? inputRate * 1.25 : inputRate);
  const write1hRate = rates[4] ?? (isClaude ? inputRate * 2 : write5mRate);
  const priced: [number, number | null][] = [
    [input, inputRate],
    [output + reasoning, outputRate],
    [cacheRead, readRate],
    [write5m, write5mRate],
    [write1h, write1hRate],
  ];
  return priced.reduce((sum, [count, rate]) => sum + BigInt(count) * BigInt(rate ?? 0), 0n);
}
