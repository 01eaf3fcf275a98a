/** Routes about events: pages, lines, streams, single ones, and what is attached to them. */
import Type from 'typebox';
import { ArchivedEvent, ArchivedEventPage, SingleEvent, UniversalEvent, UniversalEventPage } from '../events.ts';
import { limit, toggle } from '../fields.ts';
import { type Route, route } from '../route.ts';
import { SessionSummary } from '../session.ts';
import { AttachmentParams, EventParams, SessionParams } from './parameters.ts';

const place = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));
const lastEventId = ' `Last-Event-ID` counts when it is higher.';

const get = { method: 'GET', tag: 'events', scope: 'read', leaves: 'gated' } as const satisfies Partial<Route>;
const raw = {
  include_raw: toggle('With what the agent wrote in `raw`, on events that are not synthetic; not through a profile'),
  includeRaw: toggle('The same as include_raw'),
};

export const eventRoutes = [
  route({
    ...get,
    id: 'universal-events',
    path: '/v1/sessions/{id}/events',
    summary: 'Events of a session in the universal stream, page by page',
    params: SessionParams,
    query: Type.Object({
      offset: place('The last sequence that was seen; 0 unless said'),
      limit: limit(1000, 100, 'How many events'),
      ...raw,
    }),
    answer: UniversalEventPage,
    media: 'json',
    cache: 'archive',
  }),
  route({
    ...get,
    id: 'universal-events-sse',
    path: '/v1/sessions/{id}/events/sse',
    summary: 'The universal stream of a session, and what is added to it from then on',
    params: SessionParams,
    query: Type.Object({ offset: place(`The last sequence that was seen.${lastEventId}`), ...raw }),
    answer: UniversalEvent,
    media: 'sse',
    cache: 'never',
  }),
  route({
    ...get,
    id: 'transcript-events',
    path: '/v1/transcripts/{id}/events',
    summary: 'Events of a session by logSeq, page by page; as lines all of them',
    params: SessionParams,
    query: Type.Object({
      after: place('Events with a higher logSeq; 0 unless said'),
      before: place('Events with a lower logSeq, the nearest of them'),
      limit: limit(2000, 200, 'How many events'),
      full: toggle('Long texts whole'),
    }),
    answer: ArchivedEventPage,
    media: 'json',
    cache: 'archive',
    lines: ArchivedEvent,
  }),
  route({
    ...get,
    id: 'transcript-events-sse',
    path: '/v1/transcripts/{id}/events/sse',
    summary: 'Events of a session by logSeq, and what is added or changed from then on',
    params: SessionParams,
    query: Type.Object({
      after: place(`The last logSeq that was seen.${lastEventId}`),
      change: place(
        'The last change of an event that is known, as a page or a `state` told it; from now on unless said',
      ),
      full: toggle('Long texts whole'),
    }),
    answer: ArchivedEvent,
    media: 'sse',
    cache: 'never',
  }),
  route({
    ...get,
    id: 'transcript-event',
    path: '/v1/transcripts/{id}/events/{eventId}',
    summary: 'One event, whole',
    params: EventParams,
    query: Type.Object({ raw: toggle('With the bytes of the native record') }),
    answer: SingleEvent,
    media: 'json',
    cache: 'archive',
  }),
  route({
    ...get,
    id: 'attachment',
    path: '/v1/transcripts/{id}/attachments/{hash}',
    summary: 'An attachment; images are shown, everything else is a download',
    params: AttachmentParams,
    answer: Type.String({ contentEncoding: 'binary', description: 'The content' }),
    media: 'file',
    cache: 'never',
  }),
  route({
    ...get,
    id: 'archive-changes-sse',
    path: '/v1/changes/sse',
    summary: 'Sessions that are new or have grown, as it happens, and how often something was removed',
    answer: SessionSummary,
    media: 'sse',
    cache: 'never',
  }),
] as const;
