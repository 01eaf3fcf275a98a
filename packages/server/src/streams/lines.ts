/** All events of a session up to now, one a line. */
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { PAGE } from './encoded-pages.ts';
import { eventText } from './event-text.ts';
import { Sender } from './send.ts';

export async function sendLines(
  app: App,
  content: Content,
  reply: FastifyReply,
  session: SessionId,
  { after, full }: { after: number; full: boolean },
): Promise<FastifyReply> {
  const { lastSeq: last = 0 } = (await app.store.changes.position(session)) ?? {};
  const sender = new Sender(app, reply, 'application/x-ndjson; charset=utf-8');
  try {
    for (let at = after; at < last && !sender.signal.aborted; ) {
      const events = await content.page(session, at, Math.min(PAGE, last - at));
      if (events.length === 0) break;
      await sender.write(events.map((event) => `${eventText(event, { session, full })}\n`).join(''));
      at = events.at(-1)?.logSeq ?? last;
    }
    sender.end();
  } catch (error) {
    sender.fail();
    app.report(error);
  }
  return reply;
}
