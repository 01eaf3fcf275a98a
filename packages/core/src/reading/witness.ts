/**
 * What kind of witness an input is. Several inputs may tell of one session: the agent's own files, a recorded wire, a
 * captured stream, a document that somebody imported. Of an event that several of them have, the best one counts.
 */
import type { Dialect, SessionFacts } from '../adapters/contract.ts';

/** Best first. */
export const WITNESSES = ['kept', 'wire', 'captured', 'document'] as const;
export type Witness = (typeof WITNESSES)[number];

export interface WitnessOf {
  /** Without one it is the agent's own. */
  readonly dialect?: Pick<Dialect, 'live' | 'witness' | 'ownIds'> & { readonly transcripts?: unknown };
  /** It was brought from elsewhere: what this machine recorded itself comes first, whatever its kind. */
  readonly elsewhere?: boolean;
  readonly facts?: SessionFacts;
}

export function witnessOf({ dialect }: WitnessOf): Witness {
  if (dialect?.witness) return dialect.witness;
  if (dialect?.live) return 'wire';
  return dialect?.transcripts === undefined ? 'kept' : 'document';
}

/** The lower, the better. What stands beside the rest comes last, as a rank of its own: it goes in among the others by time. */
export function rankOf(input: WitnessOf): number {
  if (input.facts?.imported?.beside) return 2 * WITNESSES.length;
  return WITNESSES.indexOf(witnessOf(input)) + (input.elsewhere ? WITNESSES.length : 0);
}

/** The best first; those of one rank stay in the order in which they were given. */
export function byRank<T extends WitnessOf>(inputs: readonly T[]): T[] {
  return [...inputs].sort((a, b) => rankOf(a) - rankOf(b));
}

/**
 * Inputs whose events can be known again in others, and what stands beside them; those that have no ids of events count only
 * where nothing else but what stands beside tells of the session. A subagent's input tells of the subagent.
 */
export function joinable<T extends { readonly facts: SessionFacts }>(inputs: readonly T[]): readonly T[] {
  const named = inputs.filter(({ facts }) => !isUnnamed(facts));
  return named.some(({ facts }) => facts.agent === undefined && !facts.imported?.beside) ? named : inputs;
}

/** Whether its events have no ids by which they could be known again. */
export const isUnnamed = (facts: SessionFacts): boolean => (facts.unnamed ?? facts.imported?.unnamed) === true;

/** Whether one of several inputs names events by ids that the others have not. */
export const hasOwnIds = (inputs: readonly WitnessOf[]): boolean =>
  inputs.length > 1 && inputs.some(({ dialect }) => dialect?.ownIds !== undefined);
