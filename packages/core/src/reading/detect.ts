/** Which agent's dialect an input is in, by content alone. */
import type { Adapter, Dialect, Head } from '../adapters/contract.ts';
import { wireHeaderOf } from './wire/wire-line.ts';

export interface Detected {
  readonly adapter: Adapter;
  readonly dialect: Dialect;
  readonly confidence: number;
}

/** The surest of all dialects; among equals the first in the list. One that is certain ends the search. */
export function detect(adapters: readonly Adapter[], head: Head): Detected | undefined {
  let best = byHeader(adapters, head);
  if (best) return best;
  for (const adapter of adapters) {
    for (const dialect of adapter.dialects) {
      const confidence = dialect.detect(head);
      if (confidence > (best?.confidence ?? 0)) best = { adapter, dialect, confidence };
      if (confidence >= 1) return best;
    }
  }
  return best;
}

/** The header of a recorded wire names its dialect, and nothing need be guessed. */
function byHeader(adapters: readonly Adapter[], { records }: Head): Detected | undefined {
  const header = wireHeaderOf(records[0]);
  if (header?.dialect === undefined) return undefined;
  const [first = '', second] = header.dialect.split('/', 2);
  const [owner, name] = second === undefined ? [header.agent, first] : [first, second];
  const adapter = adapters.find(({ id }) => id === owner);
  const dialect = adapter?.dialects.find(({ id, kind, live }) => id === name && kind === 'log' && live);
  return adapter && dialect ? { adapter, dialect, confidence: 1 } : undefined;
}
