/** Events of a session in their order, each once, as soon as nothing more comes to it: that is told by the universal stream. */
import type { Event } from '@hansard/core';
import type { StepAgents } from './step-agents.ts';

const PAGE = 500;

export class SessionReader {
  readonly #store: StepAgents['store'];
  readonly #completed = new Set<number>();
  #sequence = 0;
  #given = 0;
  /** Something was said to the agent, and it is in the store. */
  hasPrompt = false;
  /** The agent itself has said that a turn is over. */
  hasTurnEnded = false;

  constructor(store: StepAgents['store']) {
    this.#store = store;
  }

  /** With `all`, also what nobody has completed. */
  async complete(session: string, all: boolean): Promise<Event[]> {
    await this.#hear(session);
    const found: Event[] = [];
    for (;;) {
      const page = await this.#store.events.page(session, this.#given, PAGE);
      this.hasPrompt ||= page.some(({ type }) => type === 'user_message');
      for (const event of page) {
        const seq = event.logSeq ?? event.seq;
        if (!all && ITEMS.has(event.type) && !this.#completed.has(seq)) return found;
        if (event.type === 'turn' && event.phase === 'ended') this.hasTurnEnded = true;
        this.#given = seq;
        this.#completed.delete(seq);
        found.push(event);
      }
      if (page.length < PAGE) return found;
    }
  }

  /** Once more from the beginning: numbers may have come to an event after it was complete. */
  async all(session: string): Promise<Event[]> {
    const found: Event[] = [];
    for (let page: readonly Event[] = [], after = 0; after === 0 || page.length === PAGE; ) {
      page = await this.#store.events.page(session, after, PAGE);
      after = page.at(-1)?.logSeq ?? page.at(-1)?.seq ?? after + PAGE;
      found.push(...page);
    }
    return found;
  }

  async #hear(session: string): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const page = await this.#store.universal.page(session, this.#sequence, PAGE);
      for (const { sequence, telling } of page.tellings) {
        this.#sequence = sequence;
        if (telling.type === 'item.completed' && telling.about !== undefined) this.#completed.add(telling.about);
      }
      hasMore = page.hasMore && page.tellings.length > 0;
    }
  }
}

/** What grows while it is said. */
const ITEMS = new Set(['user_message', 'assistant_message', 'reasoning', 'tool_call', 'tool_result', 'system']);
