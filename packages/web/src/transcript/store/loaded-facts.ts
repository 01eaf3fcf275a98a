/** What events that were loaded say of one another: which result is of which call, and where an id is. */
import type { ArchivedEvent } from '@hansard/client';
import type { CallResults } from '../model/call-results.ts';
import type { SpawningCalls } from '../model/spawning-calls.ts';

export class LoadedFacts {
  readonly #seqOf = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  readonly #results = new Map<string, number>();

  seqOf(eventId: string): number | undefined {
    return this.#seqOf.get(eventId);
  }

  /** True when rows have to be put into another order. */
  learn({ logSeq, event }: ArchivedEvent, results: CallResults, spawning: SpawningCalls): boolean {
    this.#seqOf.set(event.id, logSeq);
    const { type, tool, parentId, source = 'primary' } = event;
    if (type !== 'tool_call' && type !== 'tool_result') return false;
    const isCall = type === 'tool_call';
    const [own, other] = isCall ? [this.#calls, this.#results] : [this.#results, this.#calls];
    const keys = [...(tool?.callId ? [`${source} ${tool.callId}`] : []), ...idKeys(isCall, event.id, parentId)];
    for (const key of keys) own.set(key, logSeq);
    const match = keys.map((key) => other.get(key)).find((seq) => seq !== undefined);
    const spawned = isCall && spawning.learn(tool?.callId, logSeq);
    if (match === undefined) return spawned;
    return results.learn(isCall ? logSeq : match, isCall ? match : logSeq) || spawned;
  }
}

/** A result names its call as its cause. */
function idKeys(isCall: boolean, id: string, parentId: string | undefined): string[] {
  if (isCall) return [`#${id}`];
  return parentId === undefined ? [] : [`#${parentId}`];
}
