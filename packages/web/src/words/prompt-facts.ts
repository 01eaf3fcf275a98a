/** What a prompt has led to, in a few words. */
import type { Prompt } from '@hansard/client';
import { moneyText } from './money.ts';
import { counted } from './numbers.ts';
import { durationText } from './times.ts';

export function promptFacts({ durationMs, costMicroUsd, toolCalls, errors }: Prompt): string[] {
  return [
    durationMs !== null && durationText(durationMs),
    costMicroUsd !== null && moneyText({ microUsd: costMicroUsd }),
    toolCalls > 0 && counted(toolCalls, 'tool'),
    errors > 0 && counted(errors, 'error'),
  ].filter((fact) => typeof fact === 'string');
}
