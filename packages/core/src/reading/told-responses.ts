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

  /**
   * The event of an input of that rank, without numbers that a better one has. Inputs come best first. One that names its
   * responses otherwise cannot tell which of them the better one has: where that has numbers, these hold.
   */
  own(event: EventDraft, rank: number, ownIds = false): EventDraft {
    const { usage } = event;
    if (!usage) return event;
    const key = responseKey(event);
    const known = this.#ranks.get(key) ?? (ownIds ? this.#better(rank) : this.#sumOf(usage, rank));
    if (known === undefined) this.#ranks.set(key, rank);
    this.#best ??= rank;
    if (known === undefined || known >= rank) return event;
    const { usage: _usage, ...rest } = event;
    return rest;
  }

  /** Numbers that name no response are sums: they hold only where no better input has any. */
  #sumOf({ responseId }: Usage, rank: number): number | undefined {
    return responseId === undefined ? this.#better(rank) : undefined;
  }

  #better(rank: number): number | undefined {
    return this.#best !== undefined && this.#best < rank ? this.#best : undefined;
  }
}

function responseKey({ id, usage }: EventDraft): string {
  return JSON.stringify([usage?.scope ?? 'response', usage?.responseId ?? id]);
}
