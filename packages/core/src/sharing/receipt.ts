/** What was taken out, counted: for the ledger, and for people. Nothing of it says what it was. */
import type { Event, Redaction, Transcript } from '../transcript.ts';

type PrivacyBlock = Transcript['privacy'];

export interface RuleCount {
  readonly ruleId: string;
  readonly type: string;
  readonly count: number;
}

/** Counts as events go by: a long session is not read again for it. */
export class ReceiptCount {
  readonly #counts = new Map<string, { ruleId: string; type: string; count: number }>();
  #events = 0;

  add({ redactions }: Event): void {
    this.#events++;
    for (const redaction of redactions ?? []) count(this.#counts, redaction);
  }

  /** The most frequent first. */
  byRule(privacy: PrivacyBlock): RuleCount[] {
    const counts = new Map([...this.#counts].map(([ruleId, known]) => [ruleId, { ...known }]));
    for (const redaction of privacy?.redactions ?? []) count(counts, redaction);
    return [...counts.values()].sort((a, b) => b.count - a.count || (a.ruleId < b.ruleId ? -1 : 1));
  }

  /** The transcript's receipt without the single places, which are in what left. */
  receipt(privacy: PrivacyBlock): Record<string, unknown> {
    const { redactions: _places, ...block } = privacy ?? {};
    return { ...block, events: this.#events, counts: this.byRule(privacy) };
  }
}

function count(counts: Map<string, { ruleId: string; type: string; count: number }>, { ruleId, type }: Redaction) {
  const known = counts.get(ruleId);
  if (known) known.count++;
  else counts.set(ruleId, { ruleId, type, count: 1 });
}

export const countsByRule = ({ events, privacy }: Transcript): RuleCount[] => counted(events).byRule(privacy);

export const receiptOf = ({ events, privacy }: Transcript): Record<string, unknown> => counted(events).receipt(privacy);

function counted(events: Iterable<Event>): ReceiptCount {
  const counts = new ReceiptCount();
  for (const event of events) counts.add(event);
  return counts;
}
