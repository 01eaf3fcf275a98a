/**
 * Token buckets of a response. On the data, total = prompt + candidates: the prompt holds what was cached, and the
 * candidates hold the thoughts, unless the total says that these come on top (Gemini's own way of counting).
 */
import type { Usage } from '../../transcript.ts';
import { countOf, isObject } from './native.ts';

export function usageOf(native: unknown, responseId: string, inherited: boolean): Usage | undefined {
  if (!isObject(native)) return undefined;
  const prompt = countOf(native['promptTokenCount']);
  const candidates = countOf(native['candidatesTokenCount']);
  const thoughts = countOf(native['thoughtsTokenCount']);
  const cached = countOf(native['cachedContentTokenCount']);
  if (prompt + candidates + thoughts === 0) return undefined;
  const onTop = countOf(native['totalTokenCount']) === prompt + candidates + thoughts;
  return {
    input: Math.max(0, prompt - cached),
    output: onTop ? candidates : Math.max(0, candidates - thoughts),
    cacheRead: cached,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    reasoning: thoughts,
    responseId,
    ...(inherited ? { inherited } : {}),
    native,
  };
}

/** The stream's numbers: `input_tokens` holds what was cached here too. */
export function streamUsageOf(native: unknown, responseId?: string): Usage | undefined {
  if (!isObject(native)) return undefined;
  const input = countOf(native['input_tokens']);
  const output = countOf(native['output_tokens']);
  const cached = countOf(native['cache_read_input_tokens']);
  if (input + output === 0) return undefined;
  return {
    input: Math.max(0, input - cached),
    output,
    cacheRead: cached,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
    reasoning: 0,
    ...(responseId === undefined ? { scope: 'session' } : { responseId }),
    native,
  };
}
