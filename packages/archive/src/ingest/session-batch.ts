/** Numbers the events of one batch and counts what they add to their session. */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { betterTitle } from '@hansard/core/reading/prompt-title.ts';
import type { EventRuns } from '../sqlite/events/event-runs.ts';
import type { SessionRows, SessionTally, ThreadRow } from '../sqlite/sessions/session-writer.ts';
import type { CallFound } from '../sqlite/usage/tool-times.ts';
import type { EventFacts } from './event-facts.ts';

export class SessionBatch {
  readonly agent: string;
  /** Number of the next event. */
  next: number;
  readonly #sessions: SessionRows;
  readonly #runs: EventRuns;
  readonly #thread: ThreadRow;
  readonly #first: number;
  readonly #tally: SessionTally = { events: 0, messages: 0, toolCalls: 0, errors: 0, unparsed: 0 };
  readonly #calls = new Map<string, CallFound>();

  constructor(sessions: SessionRows, runs: EventRuns, thread: ThreadRow, agent: string) {
    this.#sessions = sessions;
    this.#runs = runs;
    this.#thread = thread;
    this.agent = agent;
    this.#first = runs.next();
    this.next = this.#first;
  }

  /** A tool call that the batch has added. */
  call(key: string): CallFound | undefined {
    return this.#calls.get(key);
  }

  count({ key, columns, firstWords }: EventFacts, number: number): void {
    const tally = this.#tally;
    const { type, time, flags } = columns;
    const inferred = (flags & FLAGS.inferredTime) !== 0;
    if (type === 'tool_call') this.#calls.set(key, { number, time, inferred });
    this.next++;
    if (!this.#thread.subagent && type === 'user_message') {
      tally.firstWords = betterTitle(tally.firstWords, firstWords);
    }
    if (flags & FLAGS.withdrawn) return;
    tally.events++;
    if (type === 'user_message' || type === 'assistant_message') tally.messages++;
    else if (type === 'tool_call') tally.toolCalls++;
    else if (type === 'unparsed') tally.unparsed++;
    if (flags & FLAGS.error) tally.errors++;
    if (inferred || time === 0) return;
    if (tally.first === undefined || time < tally.first) tally.first = time;
    if (tally.last === undefined || time > tally.last) tally.last = time;
  }

  finish(): void {
    const { sessionId, id: threadId } = this.#thread;
    const count = this.next - this.#first;
    const seq = this.#sessions.lastSeq(sessionId) + 1;
    this.#runs.add({ first: this.#first, count, sessionId, threadId, seq });
    this.#sessions.add(sessionId, seq + count - 1, this.#tally);
  }
}
