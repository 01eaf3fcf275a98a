/** The transcript of a step while its session is under way: lines as soon as nothing more comes to them. */

import type { Event } from '../../transcript.ts';
import { addBuckets, noTokens, toTokens } from '../../usage/buckets.ts';
import { countedEvents } from '../../usage/counted.ts';
import { CallPairs } from '../call-pairs.ts';
import { wordsOf } from '../event-words.ts';
import { StepWriter } from './step-writer.ts';

export class StepLines {
  readonly #writer: StepWriter;
  readonly #pairs = new CallPairs();
  /** The last thing that the agent said. */
  answer = '';
  #error: string | undefined;

  constructor(stepId: string) {
    this.#writer = new StepWriter(stepId, 'primary');
  }

  /** Events in their order, each when it is complete. Gives the lines that are ready by now. */
  take(event: Event): string[] {
    // What subagents say is in the session; their tokens are the step's.
    if ((event.source ?? 'primary') !== 'primary') return [];
    if (event.type === 'tool_call') this.#pairs.call(event);
    const call = event.type === 'tool_result' ? this.#pairs.answer(event) : undefined;
    if (event.type === 'assistant_message') this.answer = wordsOf(event) ?? '';
    if (event.type === 'error') this.#error = event.error?.message ?? wordsOf(event);
    this.#writer.take(event, { answered: true, counted: false, ...(call === undefined ? {} : { call }) });
    return [...this.#writer.ready()];
  }

  /** Nothing more comes. */
  close(): string[] {
    this.#writer.close();
    return [...this.#writer.ready()];
  }

  /** What went wrong, where that is the last thing that happened. */
  get failure(): string | undefined {
    return this.#writer.failed ? (this.#error ?? 'The agent reported an error.') : undefined;
  }
}

/** All input and all output of events, each response once; undefined when none told its numbers. */
export function stepTokens(events: readonly Event[]): { readonly input: number; readonly output: number } | undefined {
  const counted = countedEvents(events);
  if (counted.length === 0) return undefined;
  const sum = noTokens();
  for (const { usage } of counted) if (usage) addBuckets(sum, usage);
  return toTokens(sum);
}
