/**
 * What the archive writes of an event, taken from the event: columns, files, tokens, words, times, lines that it wrote. It is
 * a fraction of the event and plain data, so that it can be made wherever the event is read.
 */
import type { EventDraft } from '@hansard/core';
import {
  columnsOf,
  type EventColumns,
  type Touch,
  touchesOf,
  type UsageColumns,
  usageOf,
} from '@hansard/core/events/event-facts.ts';
import { type Timing, timingOf } from '@hansard/core/events/timing.ts';
import { type Wrote, wroteOf } from '@hansard/core/git/wrote.ts';
import { firstWords } from '@hansard/core/reading/prompt-title.ts';
import { type IndexText, indexText } from '@hansard/core/words/index-text.ts';

export interface EventFacts {
  readonly key: string;
  readonly columns: EventColumns;
  readonly touches: readonly Touch[];
  readonly usage: UsageColumns | undefined;
  readonly text: IndexText;
  /** It names a file that holds more of it. */
  readonly spills: boolean;
  /** Of a message of the user. */
  readonly firstWords: string | undefined;
  readonly timing: Timing | undefined;
  readonly wrote: Wrote | undefined;
}

export function factsOf(event: EventDraft): EventFacts {
  return {
    key: event.id,
    columns: columnsOf(event),
    touches: touchesOf(event),
    usage: usageOf(event),
    text: indexText(event),
    spills: event.parts?.some(({ spilled }) => spilled) === true,
    firstWords: event.type === 'user_message' ? firstWords(event) : undefined,
    timing: timingOf(event),
    wrote: wroteOf(event),
  };
}
