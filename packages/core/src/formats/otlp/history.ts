/**
 * What was said so far. Other writers repeat the conversation in each request: of what a request holds, only that is new
 * which was not said as often before. Calls and results are known by their ids.
 */
import type { Draft } from './read-chat.ts';

export class History {
  readonly #ours: boolean;
  readonly #said = new Map<string, number>();

  /** Ours repeat nothing. */
  constructor(ours: boolean) {
    this.#ours = ours;
  }

  /** What of a request was not said before; from now on it was. */
  unheard(drafts: readonly Draft[]): Draft[] {
    if (this.#ours) return [...drafts];
    const asked = new Map<string, number>();
    return drafts.filter((draft) => {
      const key = keyOf(draft);
      const times = (asked.get(key) ?? 0) + 1;
      asked.set(key, times);
      const isNew = isKnownById(draft) ? !this.#said.has(key) : times > (this.#said.get(key) ?? 0);
      if (isNew) this.#said.set(key, (this.#said.get(key) ?? 0) + 1);
      return isNew;
    });
  }

  hear(drafts: readonly Draft[]): void {
    for (const draft of drafts) this.#said.set(keyOf(draft), (this.#said.get(keyOf(draft)) ?? 0) + 1);
  }
}

const isKnownById = ({ tool }: Draft): boolean => tool?.callId !== undefined;

/** Failures have a time of their own, and are never repeated. */
function keyOf({ type, text, tool, parts, error, timestamp }: Draft): string {
  if (tool?.callId !== undefined) return JSON.stringify([type, tool.callId]);
  return JSON.stringify([type, text, tool?.name, tool?.input, tool?.output, parts, error && [error, timestamp]]);
}
