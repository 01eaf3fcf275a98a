/** The life of a stream of server-sent events: what there is, then what comes, as long as somebody reads. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Wakes } from './change-notifier.ts';
import { Sender } from './send.ts';

export interface Follower {
  /** Sends what there is now. False when nothing will ever come. */
  catchUp(sender: Sender): Promise<boolean>;
  /** At least so long between two looks, where many small changes may be told as one. */
  readonly pauseMs?: number;
}

export async function followed(app: App, wakes: Wakes, reply: FastifyReply, follower: Follower): Promise<FastifyReply> {
  const sender = new Sender(app, reply, 'text/event-stream; charset=utf-8');
  const leave = wakes.join();
  sender.beats();
  try {
    while (!sender.signal.aborted) {
      const { version } = wakes;
      if (!(await follower.catchUp(sender))) break;
      await wakes.wait(version, sender.signal);
      if (follower.pauseMs) await pause(follower.pauseMs, sender.signal);
    }
    sender.end();
  } catch (error) {
    sender.fail();
    if (!app.stopping.aborted) app.report(error);
  } finally {
    leave();
  }
  return reply;
}

/** Where a reader goes on: behind what it says that it has seen, by header or query. */
export function placeOf(request: FastifyRequest, asked: number | undefined): number {
  const header = request.headers['last-event-id'];
  const seen = typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : 0;
  return Math.max(seen, asked ?? 0);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}
