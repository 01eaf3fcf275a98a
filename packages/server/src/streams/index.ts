/** Pages, lines and streams of events, and the stream of sessions that grow. */
import { type Handlers, isOn } from '../handler.ts';
import { namedSession } from '../sessions/named-session.ts';
import { followed, placeOf } from './follow.ts';
import { sendLines } from './lines.ts';
import { SessionChangesStream } from './session-changes-stream.ts';
import { streamedSession } from './streamed-session.ts';
import { streamingOf } from './streaming.ts';
import { transcriptPage } from './transcript-pages.ts';
import { TranscriptStream } from './transcript-stream.ts';

export const streamHandlers: Handlers = {
  'transcript-events': async (app, { params, query, request, reply }) => {
    const full = isOn(query.full);
    if ((request.headers.accept ?? '').includes('ndjson')) {
      return sendLines(app, reply, await streamedSession(app, params.id), { after: query.after ?? 0, full });
    }
    const session = namedSession(app, params.id);
    const { pages } = streamingOf(app);
    return transcriptPage(app, pages, session, { ...query, limit: query.limit ?? 200, full });
  },
  'transcript-events-sse': async (app, { params, query, request, reply }) => {
    const session = await streamedSession(app, params.id);
    const { wakes, pages } = streamingOf(app);
    const place = { after: placeOf(request, query.after), change: query.change, full: isOn(query.full) };
    return followed(app, wakes, reply, new TranscriptStream(app, pages, session, place));
  },
  'archive-changes-sse': (app, { request, reply }) => {
    const last = request.headers['last-event-id'] === undefined ? undefined : placeOf(request, 0);
    return followed(app, streamingOf(app).wakes, reply, new SessionChangesStream(app, last));
  },
};
