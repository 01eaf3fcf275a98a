/** One agent's part in a step while its events come in: lines that are ready, and what the receipt will say. */
import type { Event } from '../../transcript.ts';
import { isTurnEnd, turnStepKind } from '../../turns/turn-step.ts';
import { addBuckets, noTokens } from '../../usage/buckets.ts';
import { lineText } from './run-text.ts';
import { isRunEvent, messageLine, toolLine } from './write-line.ts';

interface Slot {
  readonly call?: Event;
  result?: Event;
  /** A call whose result is still to come. */
  waiting: boolean;
  readonly line?: Record<string, unknown>;
}

const GOES_ON = new Set(['user_message', 'assistant_message', 'reasoning', 'tool_call', 'tool_result']);

export class StepWriter {
  readonly stepId: string;
  readonly source: string;
  readonly tokens = noTokens();
  startedAt: string | undefined;
  /** Of a step in which no time was recorded. */
  inferredAt: string | undefined;
  completedAt: string | undefined;
  model: string | undefined;
  /** The last thing that happened is an error. */
  failed = false;
  #slots: Slot[] = [];
  readonly #open = new Map<string, Slot>();

  constructor(stepId: string, source: string) {
    this.stepId = stepId;
    this.source = source;
  }

  /** `call` is the event id of the call that a result answers. */
  take(event: Event, { answered, counted, call }: { answered: boolean; counted: boolean; call?: string }): void {
    if (event.usage && counted) addBuckets(this.tokens, event.usage);
    if (event.model) this.model ??= event.model;
    if (event.type === 'error') this.failed = event.error?.willRetry !== true;
    else if (GOES_ON.has(event.type)) this.failed = false;
    if (!isRunEvent(event)) this.#span(event);
    if (event.type === 'tool_call') this.#takeCall(event, answered);
    else if (event.type === 'tool_result') this.#takeResult(event, call);
    else {
      const line = messageLine(event);
      if (line) this.#slots.push({ waiting: false, line });
    }
  }

  /** A time that was not recorded enters no duration, nor does bookkeeping after the agent has stopped. */
  #span(event: Event): void {
    const { timestamp, timestampSource } = event;
    this.inferredAt ??= timestamp;
    if (timestampSource !== undefined) return;
    this.startedAt ??= timestamp;
    const isPrompt = event.type === 'user_message';
    if (turnStepKind(event.type, { isPrompt, isEnd: isTurnEnd(event) }) === undefined) return;
    if (!this.completedAt || timestamp > this.completedAt) this.completedAt = timestamp;
  }

  #takeCall(event: Event, waiting: boolean): void {
    const slot: Slot = { call: event, waiting };
    this.#slots.push(slot);
    if (waiting) this.#open.set(event.id, slot);
  }

  /** A result whose call is in an earlier step, or nowhere, has a line of its own. */
  #takeResult(event: Event, call: string | undefined): void {
    const slot = this.#open.get(call ?? '');
    if (!slot) {
      this.#slots.push({ result: event, waiting: false });
      return;
    }
    slot.result = event;
    slot.waiting = false;
    this.#open.delete(call ?? '');
  }

  /** Nothing more comes: calls without a result are written as they are. */
  close(): void {
    for (const slot of this.#open.values()) slot.waiting = false;
    this.#open.clear();
  }

  /** Lines at the head that are complete, as text. */
  *ready(): Iterable<string> {
    let at = 0;
    for (; at < this.#slots.length; at++) {
      const slot = this.#slots[at] as Slot;
      if (slot.waiting) break;
      yield lineText(slot.line ?? toolLine(slot.call, slot.result));
    }
    if (at > 0) this.#slots = this.#slots.slice(at);
  }
}
