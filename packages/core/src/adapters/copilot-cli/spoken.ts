/**
 * Responses of which a message tells the output and nothing else. What is missing, the model or how much of the output
 * was reasoning, the shutdown tells of all of them together.
 */
import { remember } from '../../reading/recent.ts';
import { noTokens } from '../../usage/buckets.ts';
import type { Output } from '../contract.ts';
import { LIMITS, type State } from './state.ts';

type Spoken = State['spoken'][number]['v'];

/** The event has the usage of a response that told its output alone. */
export function noteSpoken(state: State, event: string, spoken: Spoken): void {
  remember(state.spoken, event, spoken, LIMITS.spoken);
}

/** All were of the one model that the shutdown names. */
export function nameModel(state: State, out: Output, model: string): void {
  for (const { k: event, v: spoken } of state.spoken) {
    if (spoken.model !== '') continue;
    spoken.model = model;
    out.patch(event, { model });
  }
}

/**
 * So much of their output was reasoning. Which of them reasoned is not told: each gets a share by its length, so that
 * the sums are right.
 */
export function splitReasoning(state: State, out: Output, model: string, reasoning: number): void {
  const spoken = state.spoken.filter(({ v }) => v.model === model);
  const total = spoken.reduce((sum, { v }) => sum + v.output, 0);
  let left = Math.min(reasoning, total);
  let rest = total;
  for (const { k: event, v } of spoken) {
    const share = rest === 0 ? 0 : Math.ceil((v.output * left) / rest);
    rest -= v.output;
    left -= share;
    if (share === 0) continue;
    const usage = { ...noTokens(), output: v.output - share, reasoning: share, responseId: v.responseId };
    out.patch(event, { usage: { ...usage, native: { outputTokens: v.output } } });
  }
}

/** A shutdown has told all there is to know of them. */
export function forgetSpoken(state: State): void {
  state.spoken = [];
}
