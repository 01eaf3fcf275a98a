/** What the events of a session tell about it as a whole, counted as they go by: only those with tokens are held, in part. */
import { isError, isPrompt } from '../events/event-kinds.ts';
import type { AgentNode, Event } from '../transcript.ts';
import type { PriceBook } from '../usage/prices.ts';
import { dated, measure } from './metrics.ts';
import type { LaidOut } from './session-layout.ts';
import type { Measured } from './transcripts.ts';

export class SessionTally {
  readonly #models = new Set<string>();
  #counted: Event[] = [];
  /** Where in the document the counted events are. */
  #places: number[] = [];
  readonly #types = new Map<string, number>();
  #first: { readonly at: number; readonly time: string } | undefined;
  #last: { readonly at: number; readonly time: string } | undefined;
  #costs = new Map<number, Pick<Event, 'costMicroUsd' | 'pricing'>>();
  #times: { readonly last: string } | undefined;
  #events = 0;
  #prompts = 0;
  #errors = 0;

  add({ draft, seq, source }: Pick<LaidOut, 'draft' | 'seq' | 'source'>, place: number): void {
    const { id, type, model, usage, timestampSource } = draft;
    const timestamp = draft.timestamp as string;
    this.#events++;
    this.#types.set(type, (this.#types.get(type) ?? 0) + 1);
    const { audience, withdrawn, tool } = draft;
    if (isPrompt({ type, audience, withdrawn, source })) this.#prompts++;
    if (withdrawn !== true && isError({ type, tool })) this.#errors++;
    if (model) this.#models.add(model);
    if (!timestampSource) this.#time(timestamp);
    if (!usage) return;
    // The provider's own numbers are counted nowhere.
    const { native: _native, ...counted } = usage;
    this.#counted.push({
      id,
      seq,
      timestamp,
      type,
      ...(timestampSource ? { timestampSource } : {}),
      ...(source ? { source } : {}),
      ...(model ? { model } : {}),
      usage: counted,
    });
    this.#places.push(place);
  }

  /** A time that cannot be read is neither the earliest nor the latest. */
  #time(time: string): void {
    const at = Date.parse(time);
    if (at < (this.#first?.at ?? Number.POSITIVE_INFINITY)) this.#first = { at, time };
    if (at > (this.#last?.at ?? Number.NEGATIVE_INFINITY)) this.#last = { at, time };
  }

  finish(agents: AgentNode[], prices: PriceBook | undefined): Measured {
    const times = this.#first && this.#last ? { first: this.#first.time, last: this.#last.time } : undefined;
    this.#times = times;
    const counted = this.#counted.map((event) => dated(event, times));
    const { tokens, inheritedTokens, cost } = measure(counted, prices);
    counted.forEach(({ costMicroUsd, pricing }, index) => {
      if (costMicroUsd === undefined && pricing === undefined) return;
      const priced = { ...(costMicroUsd === undefined ? {} : { costMicroUsd }), ...(pricing ? { pricing } : {}) };
      this.#costs.set(this.#places[index] as number, priced);
    });
    [this.#counted, this.#places] = [[], []];
    const count = (type: string) => this.#types.get(type) ?? 0;
    return {
      agents,
      times,
      models: [...this.#models],
      metrics: {
        eventCount: this.#events,
        messageCount: count('user_message') + count('assistant_message'),
        toolCallCount: count('tool_call'),
        durationMs: times ? Date.parse(times.last) - Date.parse(times.first) : 0,
        promptCount: this.#prompts,
        errorCount: this.#errors,
        unparsedCount: count('unparsed'),
        ...(inheritedTokens ? { inheritedTokens } : {}),
        ...(tokens ? { tokens } : {}),
        ...(cost ? { cost } : {}),
      },
    };
  }

  /** The same events, with what they cost. */
  *priced(events: Iterable<Event>): Generator<Event> {
    let place = 0;
    for (const event of events) {
      const cost = this.#costs.get(place++);
      yield dated(cost ? withCost(event, cost) : event, this.#times);
    }
  }
}

/** The archive's number comes last, as in a document. */
function withCost({ logSeq, ...event }: Event, cost: Pick<Event, 'costMicroUsd' | 'pricing'>): Event {
  return logSeq === undefined ? { ...event, ...cost } : { ...event, ...cost, logSeq };
}
