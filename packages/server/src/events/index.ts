/** Single events, and what is attached to them. Pages and streams of events are in `streams/`. */
import { eventPlace, rawRecord } from '@hansard/archive/views/event-place.ts';
import type { SingleEvent } from '@hansard/core/api/events.ts';
import type { App } from '../app.ts';
import { type Handlers, isOn } from '../handler.ts';
import { Refusal } from '../problems.ts';
import { namedSession } from '../sessions/named-session.ts';

/** What browsers may show; all else is a download, whatever it says it is. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export const eventHandlers: Handlers = {
  'transcript-event': (app, { params, query }) => single(app, params.id, params.eventId, isOn(query.raw)),
  attachment: async (app, { params, reply }) => {
    const { id } = namedSession(app, params.id);
    const attachment = await app.content.attachment(id, params.hash);
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

async function single(app: App, sessionId: string, eventId: string, raw: boolean): Promise<SingleEvent> {
  const { id } = namedSession(app, sessionId);
  const place = eventPlace(app.archive, id, eventId);
  const [event] = await app.content.events(id, [place.logSeq]);
  if (!event) throw new Refusal('not-found', 'The event cannot be read.');
  if (!raw) return { logSeq: place.logSeq, event };
  const record = rawRecord(app.archive, place, event);
  // What is no text cannot be looked through by the gate.
  const leaves = record?.base64 === undefined || app.content.profile === null ? (record ?? null) : null;
  return { logSeq: place.logSeq, event, raw: await app.content.answer(id, leaves) };
}
