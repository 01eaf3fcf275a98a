/**
 * Responses one by one, of a machine that was never synced. Those about which nothing has to be decided are given from
 * memory: writing them takes longer than all else, and only filters need them written.
 */
import type { NumbersStore } from '@hansard/core/numbers/report.ts';
import type { NumbersSelection, ResponseRow } from '@hansard/core/store/numbers.ts';
import { rowsOf, type ToldInput } from './told-input.ts';

export interface PlainResponses {
  readonly told: readonly ToldInput[];
  /** Writes them beside the others. */
  write(): void;
}

export function withResponses({ numbers, sessions }: NumbersStore, plain: PlainResponses): NumbersStore {
  let isWritten = false;
  const responses = async (selection: Pick<NumbersSelection, 'query' | 'sessions'>) => {
    const chooses = isChoice(selection);
    if (chooses && !isWritten) {
      plain.write();
      isWritten = true;
    }
    const written = await numbers.responses(selection);
    return isWritten ? written : [...written, ...rowsIn(plain.told)].sort((a, b) => a.time - b.time);
  };
  return { numbers: { ...numbers, responses }, sessions };
}

const isChoice = ({ query, sessions }: Pick<NumbersSelection, 'query' | 'sessions'>): boolean =>
  sessions !== undefined ||
  (query !== undefined && query.text.length + query.patterns.length + query.filters.length > 0);

function* rowsIn(told: readonly ToldInput[]): Generator<ResponseRow> {
  for (const { threads } of told) {
    for (const thread of threads) {
      for (const { model, time, usage } of rowsOf(thread)) {
        if (time === 0) continue;
        const request = usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
        yield { model: model ?? '', time, request, responses: 1, tokens: usage, largest: request };
      }
    }
  }
}
