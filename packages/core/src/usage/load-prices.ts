/** Brings the price snapshot in. Kept apart from the price book, so that a program that prices nothing loads none. */
import type { PriceOverride } from './overrides.ts';
import { createPriceBook, type PriceBook } from './prices.ts';

export async function loadPriceBook(overrides: readonly PriceOverride[] = []): Promise<PriceBook> {
  const { snapshot } = await import('./prices.gen.ts');
  return createPriceBook({ snapshot, overrides });
}
