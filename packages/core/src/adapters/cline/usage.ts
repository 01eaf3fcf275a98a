/**
 * Token numbers of a response or of the whole session, under the same names. `inputTokens` was seen to hold what came
 * from the cache; where it is smaller than that, the provider counts the two apart.
 */
import type { Usage } from '../../transcript.ts';
import { countOf, isObject } from './native.ts';

export function usageOf(native: unknown, of: { responseId: string } | { scope: string }): Usage | undefined {
  if (!isObject(native)) return undefined;
  const input = countOf(native['inputTokens']);
  const output = countOf(native['outputTokens']);
  const cacheRead = countOf(native['cacheReadTokens']);
  const cacheWrite5m = countOf(native['cacheWriteTokens']);
  if (input + output + cacheRead + cacheWrite5m === 0) return undefined;
  const cached = cacheRead + cacheWrite5m;
  return {
    input: input >= cached ? input - cached : input,
    output,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h: 0,
    reasoning: 0,
    ...of,
    native,
  };
}
