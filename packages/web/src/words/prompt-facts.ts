/** What a prompt has led to, in a few words. */
import type { Prompt } from '@hansard/client';
import { moneyText } from './money.ts';
import { counted } from './numbers.ts';
import { durationText } from './times.ts';

/** Shorter ones say nothing. */
const SHORTEST_WAIT = 1000;

export function promptFacts({ durationMs, waitedMs, costMicroUsd, toolCalls, errors }: Prompt): string[] {
  return [
    durationMs !== null && durationText(durationMs),
    waitedMs >= SHORTEST_WAIT && `waited ${durationText(waitedMs)}`,
    costMicroUsd !== null && moneyText({ microUsd: costMicroUsd }),
    toolCalls > 0 && counted(toolCalls, 'tool'),
    errors > 0 && counted(errors, 'error'),
  ].filter((fact) => typeof fact === 'string');
}
