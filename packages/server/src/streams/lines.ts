/** All events of a session up to now, one a line. */
import type { SessionFound } from '@hansard/archive';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import { PAGE } from './encoded-pages.ts';
import { eventText } from './event-text.ts';
import { Sender } from './send.ts';
import { lastSeqOf } from './transcript-pages.ts';

export async function sendLines(
  app: App,
  reply: FastifyReply,
  session: SessionFound,
  { after, full }: { after: number; full: boolean },
): Promise<FastifyReply> {
  const last = lastSeqOf(app, session.id);
  const sender = new Sender(app, reply, 'application/x-ndjson; charset=utf-8');
  try {
    for (let at = after; at < last && !sender.signal.aborted; ) {
      const events = await app.content.page(session.id, at, Math.min(PAGE, last - at));
      if (events.length === 0) break;
      await sender.write(events.map((event) => `${eventText(event, { session: session.uuid, full })}\n`).join(''));
      at = events.at(-1)?.logSeq ?? last;
    }
    sender.end();
  } catch (error) {
    sender.fail();
    app.report(error);
  }
  return reply;
}
