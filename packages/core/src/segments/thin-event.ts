/**
 * What lists, views and numbers need of an event, without its content: kept beside a segment, so that these need not open
 * it. The title of a session may be its first prompt, of which the beginning is kept.
 */
import { columnsOf, touchesOf } from '../events/event-facts.ts';
import { isPrompt } from '../events/event-kinds.ts';
import { PRIMARY_SOURCE } from '../events/source-path.ts';
import type { HeldEvent } from '../held/held-session.ts';
import type { Event } from '../transcript.ts';

const TITLE = 200;
const MOST_TOUCHES = 100;

/** Names are short: there is one for each event of every session. */
export interface ThinEvent {
  readonly event: Omit<Event, 'seq'>;
  readonly flags: number;
  readonly touches?: readonly { readonly path: string; readonly action: string }[];
  /** The beginning of the hash of its line: tells whether it has changed. */
  readonly hash: string;
}

export function thinEvent(event: Event, hash: string): ThinEvent {
  const { id, type, timestamp, timestampSource, source, parentId, completedAt, model, usage, audience, withdrawn } =
    event;
  const touches = touchesOf(event);
  return {
    event: defined({
      id,
      type,
      timestamp,
      timestampSource,
      source,
      parentId,
      completedAt,
      model,
      usage,
      audience,
      withdrawn,
      tool:
        event.tool && defined({ name: event.tool.name, status: event.tool.status, durationMs: event.tool.durationMs }),
      text: isPrompt(event) ? event.text?.slice(0, TITLE) : undefined,
    }) as Omit<Event, 'seq'>,
    flags: columnsOf(event).flags,
    ...(touches.length > 0 && { touches: touches.slice(0, MOST_TOUCHES) }),
    hash,
  };
}

/** In the place that the store has given it. */
export function heldThin({ event, flags, touches = [] }: ThinEvent, logSeq: number, changed: number): HeldEvent {
  const placed = { ...event, source: event.source ?? PRIMARY_SOURCE, seq: logSeq, logSeq } as Event;
  return { event: placed, columns: { ...columnsOf(placed), flags }, touches, changed, arrived: 0 };
}

function defined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>;
}
