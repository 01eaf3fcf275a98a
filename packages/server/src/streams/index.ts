/** Pages, lines and streams of events, and the stream of sessions that grow. */
import { type Handlers, isOn } from '../handler.ts';
import { coveredSession } from '../sessions/covered-session.ts';
import { namedSession } from '../sessions/named-session.ts';
import { followed, placeOf } from './follow.ts';
import { sendLines } from './lines.ts';
import { SessionChangesStream } from './session-changes-stream.ts';
import { streamingOf } from './streaming.ts';
import { transcriptPage } from './transcript-pages.ts';
import { TranscriptStream } from './transcript-stream.ts';

export const streamHandlers: Handlers = {
  'transcript-events': async (app, { params, query, content, request, reply }) => {
    const full = isOn(query.full);
    if ((request.headers.accept ?? '').includes('ndjson')) {
      return sendLines(app, content, reply, await coveredSession(app, content, params.id), {
        after: query.after ?? 0,
        full,
      });
    }
    const session = await namedSession(app, params.id);
    const { pages } = streamingOf(app, content);
    return transcriptPage(app, content, pages, session, { ...query, limit: query.limit ?? 200, full });
  },
  'transcript-events-sse': async (app, { params, query, content, request, reply }) => {
    const session = await coveredSession(app, content, params.id);
    const { wakes, pages } = streamingOf(app, content);
    const place = { after: placeOf(request, query.after), change: query.change, full: isOn(query.full) };
    return followed(app, wakes, reply, new TranscriptStream(app, content, pages, session, place));
  },
  'archive-changes-sse': (app, { content, request, reply }) => {
    const last = request.headers['last-event-id'] === undefined ? undefined : placeOf(request, 0);
    return followed(app, streamingOf(app, content).wakes, reply, new SessionChangesStream(app, content, last));
  },
};
