/** The universal stream over HTTP: pages, and as it comes. */
import { type Handlers, isOn } from '../handler.ts';
import { coveredSession } from '../sessions/covered-session.ts';
import { namedSession } from '../sessions/named-session.ts';
import { followed, placeOf } from '../streams/follow.ts';
import { streamingOf } from '../streams/streaming.ts';
import { universalEventsOf } from './universal-events.ts';
import { universalPage } from './universal-page.ts';
import { UniversalStream } from './universal-stream.ts';

interface RawQuery {
  readonly include_raw?: string;
  readonly includeRaw?: string;
}

const isRaw = ({ include_raw, includeRaw }: RawQuery): boolean => isOn(include_raw) || isOn(includeRaw);

export const universalHandlers: Handlers = {
  'universal-events': async (app, { params, query, content }) => {
    const id = await namedSession(app, params.id);
    const { offset = 0, limit = 100 } = query;
    const { pages } = streamingOf(app, content);
    return universalPage(universalEventsOf(app, content), pages, id, { offset, limit, raw: isRaw(query) });
  },
  'universal-events-sse': async (app, { params, query, content, request, reply }) => {
    const session = await coveredSession(app, content, params.id);
    const { wakes, pages } = streamingOf(app, content);
    const events = universalEventsOf(app, content);
    const place = { offset: placeOf(request, query.offset), raw: isRaw(query) };
    return followed(app, wakes, reply, new UniversalStream(app, { events, pages }, session, place));
  },
};
