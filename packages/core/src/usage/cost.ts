/** What a session cost: token sums times price, exact until the one rounding at the end. */
import type { Cost, Event, ModelCost, Usage } from '../transcript.ts';
import type { Buckets } from './buckets.ts';
import { isSum } from './counted.ts';
import { pricedAs } from './fast-mode.ts';
import type { Price, PriceBook } from './prices.ts';
import { picoDollars, toMicroUsd } from './rates.ts';

/** The tokens of one model response, and when it was made. */
export interface Response {
  readonly model: string;
  readonly usage: Readonly<Buckets> & Pick<Usage, 'scope' | 'speed'>;
  readonly at?: string;
}

/** A tier is a matter of each request, so responses are priced one by one, and their exact costs are added up. */
export function costOf(responses: Iterable<Response>, book: PriceBook): Cost {
  const models = new Map<string, { pico: bigint; price: Price }>();
  const unpriced = new Set<string>();
  let total = 0n;
  for (const response of responses) {
    const priced = priceResponse(response, book);
    if (!priced) {
      if (tokensOf(response.usage) > 0) unpriced.add(response.model || UNNAMED);
      continue;
    }
    total += priced.pico;
    const model = pricedAs(response.model, response.usage);
    const sum = models.get(model);
    if (sum) sum.pico += priced.pico;
    else models.set(model, { ...priced });
  }
  return {
    microUsd: toMicroUsd(total),
    priceDate: book.date,
    estimated: [...models.values()].some(({ price }) => price.estimated),
    models: [...models].map(([model, { pico, price }]) => modelCost(model, pico, price)),
    unpriced: [...unpriced],
  };
}

/** What one response cost, exactly; undefined where its model has no price. */
export const picoCostOf = (response: Response, book: PriceBook): bigint | undefined =>
  priceResponse(response, book)?.pico;

/** Sets the cost of each event whose usage counts. The events must be the caller's own. */
export function priceEvents(events: Iterable<Event>, book: PriceBook): void {
  for (const event of events) {
    const priced =
      event.usage && priceResponse({ model: event.model ?? '', usage: event.usage, at: event.timestamp }, book);
    if (!priced) continue;
    const { model, date, estimated, override } = priced.price;
    event.costMicroUsd = toMicroUsd(priced.pico);
    event.pricing = { model, date, ...(estimated ? { estimated } : {}), ...(override ? { override } : {}) };
  }
}

/** Stands in the list of unpriced models for tokens of a model that the log does not name. */
export const UNNAMED = '(unnamed)';

function priceResponse({ model, usage, at }: Response, book: PriceBook): { pico: bigint; price: Price } | undefined {
  const price = model === '' ? undefined : book.priceOf(pricedAs(model, usage), at);
  if (!price) return undefined;
  return { pico: picoDollars(usage, price.ratesFor(isSum(usage) ? 0 : requestOf(usage))), price };
}

const requestOf = ({ input, cacheRead, cacheWrite5m, cacheWrite1h }: Readonly<Buckets>): number =>
  input + cacheRead + cacheWrite5m + cacheWrite1h;

function modelCost(model: string, pico: bigint, { model: matched, estimated, override }: Price): ModelCost {
  return {
    model,
    matched,
    ...(estimated ? { estimated } : {}),
    ...(override ? { override } : {}),
    microUsd: toMicroUsd(pico),
  };
}

function tokensOf(usage: Readonly<Buckets>): number {
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h + usage.reasoning;
}
