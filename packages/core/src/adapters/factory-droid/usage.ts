/** Token numbers: the session's totals in its settings, Anthropic's names where a message or the stream has any. */
import type { Usage } from '../../transcript.ts';
import { countOf, isObject } from './native.ts';

/** The settings keep a running total. `outputTokens` holds the thinking, `inputTokens` nothing of the cache. */
export function totalOf(native: unknown): Usage | undefined {
  if (!isObject(native)) return undefined;
  const thinking = countOf(native['thinkingTokens']);
  const usage: Usage = {
    input: countOf(native['inputTokens']),
    output: Math.max(0, countOf(native['outputTokens']) - thinking),
    cacheRead: countOf(native['cacheReadTokens']),
    cacheWrite5m: countOf(native['cacheCreationTokens']),
    cacheWrite1h: 0,
    reasoning: thinking,
    scope: 'session',
    native,
  };
  return hasTokens(usage) ? usage : undefined;
}

export function usageOf(native: unknown, of: { responseId: string } | { scope: string }): Usage | undefined {
  if (!isObject(native)) return undefined;
  const usage: Usage = {
    input: countOf(native['input_tokens']),
    output: countOf(native['output_tokens']),
    cacheRead: countOf(native['cache_read_input_tokens']),
    cacheWrite5m: countOf(native['cache_creation_input_tokens']),
    cacheWrite1h: 0,
    reasoning: 0,
    ...of,
    native,
  };
  return hasTokens(usage) ? usage : undefined;
}

const hasTokens = ({ input, output, cacheRead, cacheWrite5m }: Usage) => input + output + cacheRead + cacheWrite5m > 0;
