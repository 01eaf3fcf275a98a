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
  const found = byHeader(adapters, head) ?? surest(adapters, head);
  if (found || !head.records.some((record) => isUntexted(record, 0))) return found;
  // One bad record does not make the others nobody's.
  return surest(adapters, withoutUntexted(head));
}

function surest(adapters: readonly Adapter[], head: Head): Detected | undefined {
  let best: Detected | undefined;
  for (const adapter of adapters) {
    for (const dialect of adapter.dialects) {
      const confidence = confidenceOf(dialect, head);
      if (confidence > (best?.confidence ?? 0)) best = { adapter, dialect, confidence };
      if (confidence >= 1) return best;
    }
  }
  return best;
}

/** What a dialect stumbles over is not its own. */
function confidenceOf(dialect: Dialect, head: Head): number {
  try {
    return dialect.detect(head);
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return 0;
    throw error;
  }
}

/** Without records that hold objects which no text can be made of. */
function withoutUntexted({ text, records, keys, tables }: Head): Head {
  return { text, keys, ...(tables && { tables }), records: records.filter((record) => !isUntexted(record, 0)) };
}

const DEEPEST = 40;

function isUntexted(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > DEEPEST || Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')) return true;
  return Object.values(value).some((inner) => isUntexted(inner, depth + 1));
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
