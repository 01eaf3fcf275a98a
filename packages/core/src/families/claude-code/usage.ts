/**
 * Token numbers of a model message. Every line of a message repeats them, and when they differ the last line has
 * the final ones (in all of 30,492 messages looked at), so they are put on the message's first event and corrected.
 */
import type { Usage } from '../../transcript.ts';
import type { Line } from './line.ts';
import { count, object, type Raw } from './native.ts';
import type { MessageSeen } from './state.ts';

/** Input, output, cache read, 5-minute and 1-hour cache write, reasoning. */
export type Numbers = number[];

export function numbersOf(usage: Raw, before?: Numbers): Numbers {
  const output = has(usage, 'output_tokens') ? count(usage['output_tokens']) : (before?.[1] ?? 0) + (before?.[5] ?? 0);
  const reasoning = Math.min(output, count(object(usage['output_tokens_details'])?.['thinking_tokens']));
  const [write5m, write1h] = cacheWrites(usage, before);
  return [
    has(usage, 'input_tokens') ? count(usage['input_tokens']) : (before?.[0] ?? 0),
    output - reasoning,
    has(usage, 'cache_read_input_tokens') ? count(usage['cache_read_input_tokens']) : (before?.[2] ?? 0),
    write5m,
    write1h,
    reasoning,
  ];
}

/** Without the split by lifetime all writes were for five minutes. */
function cacheWrites(usage: Raw, before?: Numbers): [number, number] {
  const split = object(usage['cache_creation']);
  const write1h = count(split?.['ephemeral_1h_input_tokens']);
  if (has(usage, 'cache_creation_input_tokens')) {
    const total = count(usage['cache_creation_input_tokens']);
    return [Math.max(0, total - write1h), Math.min(total, write1h)];
  }
  if (split) return [count(split['ephemeral_5m_input_tokens']), write1h];
  return [before?.[3] ?? 0, before?.[4] ?? 0];
}

const has = (usage: Raw, key: string) => typeof usage[key] === 'number';

export function usageOf(numbers: Numbers, responseId: string, native: unknown, inherited: boolean): Usage {
  const [input = 0, output = 0, cacheRead = 0, cacheWrite5m = 0, cacheWrite1h = 0, reasoning = 0] = numbers;
  const usage: Usage = { input, output, cacheRead, cacheWrite5m, cacheWrite1h, reasoning, responseId, native };
  if (object(native)?.['speed'] === 'fast') usage.speed = 'fast';
  if (inherited) usage.inherited = true;
  return usage;
}

export function sameNumbers(seen: MessageSeen, numbers: Numbers): boolean {
  const before = seen.usage;
  return before?.every((number, i) => number === numbers[i]) ?? false;
}

/** Remembers a message's numbers, and what they add to those of the agent itself. */
export function countOutput(line: Line, seen: MessageSeen | undefined, numbers: Numbers): void {
  if (line.source === undefined) line.state.counted += outputOf(numbers) - outputOf(seen?.usage ?? []);
  if (seen) seen.usage = numbers;
}

const outputOf = (numbers: Numbers) => (numbers[1] ?? 0) + (numbers[5] ?? 0);
