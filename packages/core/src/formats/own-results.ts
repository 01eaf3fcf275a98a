/**
 * Calls that carry what came back. The model allows it, agents record a result apart, and most shapes have a place for
 * one behind its call only: there such a call is taken apart into itself and a result made from it. A document may
 * tell the same again in a result of its own; to know that, what follows a call is held until its agent goes on.
 */
import type { Event } from '../transcript.ts';
import type { TranscriptSource } from './contract.ts';
import { resultText } from './event-words.ts';
import { jsonText } from './json-text.ts';
import { callIdOf } from './steps.ts';

export const hasOwnResult = ({ type, tool }: Event): boolean =>
  type === 'tool_call' && (tool?.output !== undefined || tool?.result !== undefined);

/** What came back, as an event of its own. It has its call's place, and a `number` when its first id is taken. */
export function ownResultOf(call: Event, number = 1): Event {
  const { completedAt, timestamp, timestampSource, tool } = call;
  const { input: _input, ...answer } = tool ?? { name: '' };
  const kept = ['source', 'sourceSeq', 'turn', 'audience', 'branch', 'hidden', 'withdrawn', 'error'] as const;
  return {
    id: ownResultId(call.id, number),
    seq: call.seq,
    timestamp: completedAt ?? timestamp,
    type: 'tool_result',
    role: 'tool',
    tool: answer,
    parentId: call.id,
    ...Object.fromEntries(kept.flatMap((field) => (call[field] === undefined ? [] : [[field, call[field]]]))),
    ...(timestampSource === undefined || completedAt !== undefined ? {} : { timestampSource }),
    native: { type: 'tool_result', synthetic: true },
  };
}

export const ownResultId = (callId: string, number: number): string =>
  number === 1 ? `${callId}.result` : `${callId}.result.${number}`;

/** Whether a result says all that came back with its call. */
export function repeats(result: Event, { tool }: Event): boolean {
  if (tool?.output !== undefined && resultText(result) !== tool.output) return false;
  if (tool?.result === undefined) return true;
  return result.tool?.result !== undefined && jsonText(result.tool.result) === jsonText(tool.result);
}

/** The same session with a result behind every call that carries one. */
export function takenApart(source: TranscriptSource): TranscriptSource {
  return mapped(source, apart);
}

/** The same for events that are at hand. */
export const eventsApart = (events: Iterable<Event>): Iterable<Event> => each(events, apart);

const apart: Told = ({ event, own }) => (own === 0 ? [event] : [event, ownResultOf(event, own)]);

/** The same session with as many events: a call does not carry what its result repeats. */
export function toldOnce(source: TranscriptSource): TranscriptSource {
  return mapped(source, once);
}

export const eventsOnce = (events: Iterable<Event>): Iterable<Event> => each(events, once);

const once: Told = ({ event, own }) => [own === 0 && hasOwnResult(event) ? withoutResult(event) : event];

function withoutResult(call: Event): Event {
  const { output: _output, result: _result, ...tool } = call.tool ?? { name: '' };
  return { ...call, tool };
}

type Told = (decided: DecidedEvent) => readonly Event[];

function mapped(source: TranscriptSource, told: Told): TranscriptSource {
  return {
    header: source.header,
    events() {
      const given = source.events();
      return Symbol.iterator in given ? each(given, told) : eachInTime(given, told);
    },
  };
}

function* each(events: Iterable<Event>, told: Told): Iterable<Event> {
  const own = new OwnResults();
  for (const event of events) {
    if (own.passes(event)) yield event;
    else for (const decided of own.push(event)) yield* told(decided);
  }
  for (const decided of own.end()) yield* told(decided);
}

async function* eachInTime(events: AsyncIterable<Event>, told: Told): AsyncIterable<Event> {
  const own = new OwnResults();
  for await (const event of events) {
    if (own.passes(event)) yield event;
    else for (const decided of own.push(event)) yield* told(decided);
  }
  for (const decided of own.end()) yield* told(decided);
}

export interface DecidedEvent {
  readonly event: Event;
  /** For a call whose own result must be told: the number of that result's id, else 0. */
  readonly own: number;
}

/** Events and characters that are held at most. */
const HELD_EVENTS = 64;
const HELD_CHARACTERS = 4_000_000;

/** With these an agent goes on: a result that comes later is not looked for. */
const GOES_ON = new Set(['user_message', 'assistant_message', 'reasoning', 'turn']);

/** Events in their order, each when it is known whether its own result is told again. */
export class OwnResults {
  #held: Held[] = [];
  #characters = 0;
  /** Calls of which it is not known yet. */
  #open: Held[] = [];

  /** Whether the event can be told as it is, at once. */
  passes(event: Event): boolean {
    return this.#held.length === 0 && !hasOwnResult(event);
  }

  push(event: Event): readonly DecidedEvent[] {
    this.#look(event);
    const held = { event, own: hasOwnResult(event) ? 1 : 0 };
    this.#held.push(held);
    if (held.own > 0) this.#open.push(held);
    this.#characters += (event.text?.length ?? 0) + (event.tool?.output?.length ?? 0);
    const full = this.#held.length >= HELD_EVENTS || this.#characters > HELD_CHARACTERS;
    return this.#open.length === 0 || full ? this.end() : NONE;
  }

  /** All that is held: what was not told again until now is not. */
  end(): readonly DecidedEvent[] {
    const held = this.#held;
    if (held.length === 0) return NONE;
    [this.#held, this.#open, this.#characters] = [[], [], 0];
    const ids = new Set(held.map(({ event }) => event.id));
    for (const decided of held) {
      while (decided.own > 0 && ids.has(ownResultId(decided.event.id, decided.own))) decided.own++;
    }
    return held;
  }

  /** What an event says about the calls before it. */
  #look(event: Event): void {
    if (this.#open.length === 0) return;
    const { type, source = 'primary' } = event;
    if (type === 'tool_result') {
      const call = this.#open.find((open) => answers(event, open.event));
      if (call && repeats(event, call.event)) call.own = 0;
      this.#open = this.#open.filter((open) => open !== call);
    } else if (GOES_ON.has(type)) {
      this.#open = this.#open.filter((open) => (open.event.source ?? 'primary') !== source);
    }
  }
}

interface Held {
  readonly event: Event;
  own: number;
}

const NONE: readonly DecidedEvent[] = [];

function answers(result: Event, call: Event): boolean {
  if (result.parentId === call.id) return true;
  return (result.source ?? 'primary') === (call.source ?? 'primary') && callIdOf(result) === callIdOf(call);
}
