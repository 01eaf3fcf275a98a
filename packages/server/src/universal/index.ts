/** The universal stream over HTTP: pages, and as it comes. */
import { type Handlers, isOn } from '../handler.ts';
import { namedSession } from '../sessions/named-session.ts';
import { followed, placeOf } from '../streams/follow.ts';
import { streamedSession } from '../streams/streamed-session.ts';
import { streamingOf } from '../streams/streaming.ts';
import { universalPage } from './universal-page.ts';
import { UniversalStream } from './universal-stream.ts';

interface RawQuery {
  readonly include_raw?: string;
  readonly includeRaw?: string;
}

const isRaw = ({ include_raw, includeRaw }: RawQuery): boolean => isOn(include_raw) || isOn(includeRaw);

export const universalHandlers: Handlers = {
  'universal-events': (app, { params, query }) => {
    const { id } = namedSession(app, params.id);
    const { offset = 0, limit = 100 } = query;
    return universalPage(streamingOf(app), id, { offset, limit, raw: isRaw(query) });
  },
  'universal-events-sse': async (app, { params, query, request, reply }) => {
    const session = await streamedSession(app, params.id);
    const streaming = streamingOf(app);
    const place = { offset: placeOf(request, query.offset), raw: isRaw(query) };
    return followed(app, streaming.wakes, reply, new UniversalStream(app, streaming, session, place));
  },
};
