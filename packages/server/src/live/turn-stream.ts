/** A message and the turn that it leads to, as one answer: until the turn ends, or asks for something. */
import type { Actor, LiveControl } from '@hansard/core/store/live.ts';
import type { SessionId } from '@hansard/core/store/sessions.ts';
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';
import type { Call } from '../handler.ts';
import { coveredSession } from '../sessions/covered-session.ts';
import { type Follower, followed } from '../streams/follow.ts';
import type { Sender } from '../streams/send.ts';
import { streamingOf } from '../streams/streaming.ts';
import { type UniversalEvents, universalEventsOf } from '../universal/universal-events.ts';

/** As the original has it. */
const LAST: ReadonlySet<string> = new Set([
  'turn.ended',
  'session.ended',
  'error',
  'agent.unparsed',
  'permission.requested',
  'question.requested',
]);
const PAGE = 200;

export async function sendTurn(
  app: App,
  live: LiveControl,
  { params, body, content, reply }: Call<'live-send-stream'>,
  actor: Actor,
): Promise<FastifyReply> {
  const session = await coveredSession(app, content, params.id);
  const offset = await lastSequence(app, session);
  await live.send(params.id, body, actor);
  const events = universalEventsOf(app, content);
  return followed(app, streamingOf(app, content).wakes, reply, new TurnStream(events, session, offset));
}

async function lastSequence({ store }: App, session: SessionId): Promise<number> {
  for (let last = 0; ; ) {
    const { tellings, hasMore } = await store.universal.page(session, last, 1000);
    last += tellings.length;
    if (!hasMore) return last;
  }
}

class TurnStream implements Follower {
  readonly #events: UniversalEvents;
  readonly #session: SessionId;
  #offset: number;

  constructor(events: UniversalEvents, session: SessionId, offset: number) {
    this.#events = events;
    this.#session = session;
    this.#offset = offset;
  }

  async catchUp(sender: Sender): Promise<boolean> {
    while (!sender.signal.aborted) {
      const texts = await this.#events.messages(
        this.#session,
        this.#offset + 1,
        PAGE,
        false,
        (_sequence, text) => text,
      );
      if (texts.length === 0) return true;
      for (const text of texts) {
        const { type } = JSON.parse(text) as { type: string };
        await sender.write(`id: ${++this.#offset}\ndata: ${text}\n\n`);
        if (LAST.has(type)) return false;
      }
    }
    return false;
  }
}
