/**
 * Tokens count once, whoever tells of them: of a response that witnesses of different ranks tell of, the numbers of the
 * best one hold, though the others have them with other events.
 */
import type { EventDraft } from '../adapters/contract.ts';
import type { Usage } from '../transcript.ts';

export class ToldResponses {
  readonly #ranks = new Map<string, number>();
  /** Rank of the best input that has numbers. */
  #best?: number;

  /** The event of an input of that rank, without numbers that a better one has. Inputs come best first. */
  own(event: EventDraft, rank: number): EventDraft {
    const { usage } = event;
    if (!usage) return event;
    const key = responseKey(event);
    const known = this.#ranks.get(key) ?? this.#sumOf(usage, rank);
    if (known === undefined) this.#ranks.set(key, rank);
    this.#best ??= rank;
    if (known === undefined || known >= rank) return event;
    const { usage: _usage, ...rest } = event;
    return rest;
  }

  /** Numbers that name no response are sums: they hold only where no better input has any. */
  #sumOf({ responseId }: Usage, rank: number): number | undefined {
    return responseId === undefined && this.#best !== undefined && this.#best < rank ? this.#best : undefined;
  }
}

function responseKey({ id, usage }: EventDraft): string {
  return JSON.stringify([usage?.scope ?? 'response', usage?.responseId ?? id]);
}
