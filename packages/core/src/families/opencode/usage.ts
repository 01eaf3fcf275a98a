/** Token buckets of a message. Whether `output` holds the reasoning depends on the version: `total` tells. */
import type { Usage } from '../../transcript.ts';
import { isObject, numberOf, objectOf } from './native.ts';

export function usageOf(tokens: unknown, responseId: string, inherited?: boolean): Usage | undefined {
  if (!isObject(tokens)) return undefined;
  const cache = objectOf(tokens['cache']);
  const input = count(tokens['input']);
  const output = count(tokens['output']);
  const reasoning = count(tokens['reasoning']);
  const cacheRead = count(cache['read']);
  const cacheWrite = count(cache['write']);
  if (input + output + reasoning + cacheRead + cacheWrite === 0) return undefined;
  const withoutReasoning = input + output + cacheRead + cacheWrite;
  // Seen: 1.2 to 1.4 count reasoning in output (total = sum without it), 1.18 beside it.
  const total = numberOf(tokens['total']) ?? withoutReasoning;
  const isInside = reasoning > 0 && reasoning <= output && total === withoutReasoning;
  return {
    input,
    output: isInside ? output - reasoning : output,
    cacheRead,
    cacheWrite5m: cacheWrite,
    cacheWrite1h: 0,
    reasoning,
    // An id that was redacted upstream names many responses; then the event's own id counts.
    ...(responseId.startsWith('msg_') ? { responseId } : {}),
    ...(inherited ? { inherited: true } : {}),
    native: tokens,
  };
}

function count(value: unknown): number {
  const number = numberOf(value) ?? 0;
  return number > 0 ? Math.round(number) : 0;
}
