/** Which agent's dialect an input is in, by content alone. */
import type { Adapter, Dialect, Head } from '../adapters/contract.ts';

export interface Detected {
  readonly adapter: Adapter;
  readonly dialect: Dialect;
  readonly confidence: number;
}

/** The surest of all dialects; among equals the first in the list. One that is certain ends the search. */
export function detect(adapters: readonly Adapter[], head: Head): Detected | undefined {
  let best: Detected | undefined;
  for (const adapter of adapters) {
    for (const dialect of adapter.dialects) {
      const confidence = dialect.detect(head);
      if (confidence > (best?.confidence ?? 0)) best = { adapter, dialect, confidence };
      if (confidence >= 1) return best;
    }
  }
  return best;
}
