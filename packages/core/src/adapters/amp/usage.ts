/**
 * Amp's token numbers, which stand on the messages (`inputTokens`, …), in the thread's ledger (`tokens.input`, …)
 * and in the stream (Anthropic's names). `input` excludes the cache everywhere.
 */
import type { Usage } from '../../transcript.ts';
import { isObject, type Native } from './native.ts';

export function messageUsage(native: unknown, responseId?: string): Usage | undefined {
  if (!isObject(native)) return undefined;
  return usage(native, responseId, [
    native['inputTokens'],
    native['outputTokens'],
    native['cacheReadInputTokens'],
    native['cacheCreationInputTokens'],
  ]);
}

export function ledgerUsage(entry: Native, responseId?: string): Usage | undefined {
  const tokens = isObject(entry['tokens']) ? entry['tokens'] : {};
  return usage(tokens, responseId, [
    tokens['input'] ?? tokens['inputTokens'],
    tokens['output'] ?? tokens['outputTokens'],
    tokens['cacheReadInputTokens'],
    tokens['cacheCreationInputTokens'],
  ]);
}

export function streamUsage(native: unknown): Usage | undefined {
  if (!isObject(native)) return undefined;
  return usage(native, undefined, [
    native['input_tokens'],
    native['output_tokens'],
    native['cache_read_input_tokens'],
    native['cache_creation_input_tokens'],
  ]);
}

function usage(native: Native, responseId: string | undefined, numbers: unknown[]): Usage | undefined {
  const [input = 0, output = 0, cacheRead = 0, cacheWrite5m = 0] = numbers.map(count);
  if (input + output + cacheRead + cacheWrite5m === 0) return undefined;
  const result: Usage = { input, output, cacheRead, cacheWrite5m, cacheWrite1h: 0, reasoning: 0, native };
  if (responseId) result.responseId = responseId;
  return result;
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
