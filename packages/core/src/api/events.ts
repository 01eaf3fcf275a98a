/** Events as the API tells them: the archive's own, by `logSeq`, and the universal stream's, by `sequence`. */
import Type from 'typebox';
import { DATA, envelope, type UniversalEvent as Universal, type UniversalType } from '../formats/universal/event.ts';
import { Event } from '../transcript.ts';
import { count, flag, orNull, text } from './fields.ts';

export const CutText = Type.Object(
  {
    pointer: text('JSON pointer into the event'),
    bytes: count('Size of the whole text'),
    href: text('Where the whole event is'),
  },
  { description: 'A long text of which only beginning and end are sent' },
);
export type CutText = Type.Static<typeof CutText>;

export const ArchivedEvent = Type.Object(
  {
    logSeq: Type.Integer({ minimum: 1, description: 'Order in which the archive learnt of it; never changes' }),
    event: Event,
    cut: Type.Optional(Type.Array(CutText, { description: 'Texts that were shortened' })),
  },
  { description: 'An event of a session in the archive' },
);
export type ArchivedEvent = Omit<Type.Static<typeof ArchivedEvent>, 'event'> & { event: Event };

export const RawRecord = Type.Object(
  {
    text: Type.Optional(text('The bytes as text')),
    base64: Type.Optional(text('The bytes, where they are no text')),
    path: text('File they are from'),
    start: count('First byte'),
    end: count('Byte after the last'),
  },
  { description: 'What the agent wrote' },
);
export type RawRecord = Type.Static<typeof RawRecord>;

export const SingleEvent = Type.Object(
  {
    logSeq: Type.Integer({ minimum: 1, description: 'Order in which the archive learnt of it' }),
    event: Event,
    raw: Type.Optional(orNull(RawRecord, 'The native record; null where none stands behind the event')),
  },
  { description: 'One event, whole' },
);
export type SingleEvent = Omit<Type.Static<typeof SingleEvent>, 'event'> & { event: Event };

export const ArchivedEventPage = Type.Object(
  {
    events: Type.Array(ArchivedEvent, { description: 'Events by logSeq' }),
    hasMore: flag('There are more behind the last, or before the first when `before` was asked for'),
    lastSeq: count('The highest logSeq of the session'),
    change: Type.Optional(count('Changes of events up to this one are in it; a stream may go on behind it')),
  },
  { description: 'A page of events' },
);
export type ArchivedEventPage = Omit<Type.Static<typeof ArchivedEventPage>, 'events'> & { events: ArchivedEvent[] };

/** Data of the message `state` of a stream of events. */
export const StreamState = Type.Object(
  {
    lastSeq: count('The highest logSeq that was sent'),
    live: flag('It may still grow'),
    change: Type.Optional(count('Changes of earlier events up to this one were sent')),
  },
  { description: 'Where a stream stands' },
);
export type StreamState = Type.Static<typeof StreamState>;

export const UniversalEvent = Type.Unsafe<Universal>(
  Type.Union((Object.keys(DATA) as UniversalType[]).map(envelope), {
    description: 'One event of the universal stream',
  }),
);

export const UniversalEventPage = Type.Object(
  {
    events: Type.Array(UniversalEvent, { description: 'Events by sequence' }),
    hasMore: flag('There are more behind the last'),
  },
  { description: 'A page of the universal stream' },
);
export type UniversalEventPage = { events: Universal[]; hasMore: boolean };
