/** What was taken out, counted: for the ledger, and for people. Nothing of it says what it was. */
import type { Event, Redaction, Transcript } from '@hansard/core';

/** A transcript, or what stands for one that is too long to be held. */
export interface Told {
  readonly privacy: Transcript['privacy'];
  readonly events: Iterable<Event>;
}

export interface RuleCount {
  readonly ruleId: string;
  readonly type: string;
  readonly count: number;
}

/** The most frequent first. */
export function countsByRule({ events, privacy }: Told): RuleCount[] {
  const counts = new Map<string, { ruleId: string; type: string; count: number }>();
  const add = ({ ruleId, type }: Redaction) => {
    const known = counts.get(ruleId);
    if (known) known.count++;
    else counts.set(ruleId, { ruleId, type, count: 1 });
  };
  for (const redaction of privacy?.redactions ?? []) add(redaction);
  for (const event of events) for (const redaction of redactionsOf(event)) add(redaction);
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.ruleId < b.ruleId ? -1 : 1));
}

export const redactionsOf = ({ redactions }: Event): readonly Redaction[] => redactions ?? [];

/** The transcript's receipt without the single places, which are in what left. */
export function receiptOf({ privacy, events }: Told): Record<string, unknown> {
  const { redactions: _places, ...block } = privacy ?? {};
  let count = 0;
  const counted = function* () {
    for (const event of events) {
      count++;
      yield event;
    }
  };
  const counts = countsByRule({ privacy, events: counted() });
  return { ...block, events: count, counts };
}
