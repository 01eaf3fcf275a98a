/** Numbers of a call: the buckets are apart, and `cost` has no unit that the log names. */
import { countOf, type Json } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';

export function usageOf(native: Json, responseId: string): Usage | undefined {
  const usage: Usage = {
    input: countOf(native['inputTokens']),
    output: countOf(native['outputTokens']),
    cacheRead: countOf(native['cacheInputTokens']),
    cacheWrite5m: countOf(native['cacheCreateTokens']),
    cacheWrite1h: 0,
    reasoning: 0,
    responseId,
    native,
  };
  const sum = usage.input + usage.output + usage.cacheRead + usage.cacheWrite5m;
  return sum > 0 ? usage : undefined;
}
