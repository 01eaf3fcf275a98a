/** Single events, and what is attached to them. Pages and streams of events are in `streams/`. */
import { Failure } from '@hansard/core';
import type { SingleEvent } from '@hansard/core/api/events.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { type Handlers, isOn } from '../handler.ts';
import { Refusal } from '../problems.ts';
import { namedSession } from '../sessions/named-session.ts';

/** What browsers may show; all else is a download, whatever it says it is. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export const eventHandlers: Handlers = {
  'transcript-event': (app, { params, query, content }) =>
    single(app, content, params.id, params.eventId, isOn(query.raw)),
  attachment: async (app, { params, content, reply }) => {
    const id = await namedSession(app, params.id);
    const attachment = await content.attachment(id, params.hash);
    if (attachment?.data === undefined) throw new Refusal('not-found', 'The session has no such attachment.');
    const isShown = SHOWN.has(attachment.mime);
    return reply
      .header('content-type', isShown ? attachment.mime : 'application/octet-stream')
      .header('content-disposition', isShown ? 'inline' : 'attachment')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(Buffer.from(attachment.data, 'base64'));
  },
};

async function single(
  app: App,
  content: Content,
  sessionId: string,
  eventId: string,
  raw: boolean,
): Promise<SingleEvent> {
  const id = await namedSession(app, sessionId);
  const { store } = app;
  const place = await store.events.place(id, eventId);
  if (!place) throw new Failure('unknown-event', `The session has no event "${eventId}".`);
  const [event] = await content.events(id, [place.logSeq]);
  if (!event) throw new Refusal('not-found', 'The event cannot be read.');
  if (!raw) return { logSeq: place.logSeq, event };
  const record = await store.events.raw(id, place.logSeq);
  // What is no text cannot be looked through by the gate.
  const leaves = record?.base64 === undefined || content.profile === null ? (record ?? null) : null;
  return { logSeq: place.logSeq, event, raw: await content.answer(id, leaves) };
}
