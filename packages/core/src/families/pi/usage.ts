/**
 * Pi's token numbers as disjoint buckets. `input` excludes the cache; `cacheWrite1h` is a part of `cacheWrite`.
 * `reasoning` (newer versions) is a part of `output`, unless `totalTokens` says that it was counted beside it.
 */
import type { Usage } from '../../transcript.ts';
import { isObject, type Native } from './native.ts';

export function usageOf(native: unknown, responseId?: string, inherited?: boolean): Usage | undefined {
  if (!isObject(native)) return undefined;
  const input = count(native['input']);
  const output = count(native['output']);
  const cacheRead = count(native['cacheRead']);
  const cacheWrite = count(native['cacheWrite']);
  const reasoning = count(native['reasoning']);
  if (input + output + cacheRead + cacheWrite + reasoning === 0) return undefined;
  const cacheWrite1h = Math.min(count(native['cacheWrite1h']), cacheWrite);
  const usage: Usage = {
    input,
    output: isBeside(native, reasoning) ? output : Math.max(0, output - reasoning),
    cacheRead,
    cacheWrite5m: cacheWrite - cacheWrite1h,
    cacheWrite1h,
    reasoning,
    native,
  };
  if (responseId) usage.responseId = responseId;
  if (inherited) usage.inherited = true;
  return usage;
}

function isBeside(native: Native, reasoning: number): boolean {
  const { input, output, cacheRead, cacheWrite, totalTokens } = native;
  if (reasoning === 0) return false;
  return (
    reasoning > count(output) ||
    totalTokens === count(input) + count(output) + count(cacheRead) + count(cacheWrite) + reasoning
  );
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
