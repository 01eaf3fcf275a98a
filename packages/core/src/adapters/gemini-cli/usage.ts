/** Token buckets of a response. Verified on the data: total = input + output + thoughts, and input holds cached. */
import type { Usage } from '../../transcript.ts';
import { countOf, isObject } from './native.ts';

export function usageOf(tokens: unknown, responseId: string): Usage | undefined {
  if (!isObject(tokens)) return undefined;
  const cached = countOf(tokens['cached']);
  const prompt = countOf(tokens['input']);
  return {
    // Tokens of tool use prompts are counted by the API beside the prompt's.
    input: Math.max(0, prompt - cached) + countOf(tokens['tool']),
    output: countOf(tokens['output']),
    cacheRead: cached,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    reasoning: countOf(tokens['thoughts']),
    responseId,
    native: tokens,
  };
}
