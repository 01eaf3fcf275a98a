/** Token numbers of a response. `prompt_tokens` was seen to hold nothing of the cache: 3 beside 2,404 read from it. */
import { countOf, isObject, objectOf } from '../../reading/native-values.ts';
import type { Usage } from '../../transcript.ts';

export function usageOf(native: unknown, responseId: string): Usage | undefined {
  if (!isObject(native)) return undefined;
  const details = objectOf(native['prompt_tokens_details']);
  const thinking = countOf(objectOf(native['completion_tokens_details'])['reasoning_tokens']);
  const prompt = countOf(native['prompt_tokens']);
  const cacheRead = countOf(details['cache_read_tokens']) || countOf(details['cached_tokens']);
  const cacheWrite5m = countOf(details['cache_write_tokens']);
  const output = countOf(native['completion_tokens']);
  if (prompt + output + cacheRead + cacheWrite5m === 0) return undefined;
  // Providers of OpenAI's kind count the cache in; then there is no count of what was written to it.
  const input = cacheWrite5m === 0 && prompt >= cacheRead ? prompt - cacheRead : prompt;
  return {
    input,
    output: Math.max(0, output - thinking),
    cacheRead,
    cacheWrite5m,
    cacheWrite1h: 0,
    reasoning: thinking,
    responseId,
    native,
  };
}
