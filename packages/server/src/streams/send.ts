/**
 * Sends a stream at the pace of whoever reads it: nothing is made before what was made is taken. Ends when the reader
 * goes or the server stops.
 */
import type { FastifyReply } from 'fastify';
import type { App } from '../app.ts';

/** So that both sides and what lies between know that the connection is alive. */
const BEAT_MS = 20_000;

export class Sender {
  readonly #reply: FastifyReply;
  readonly #ended = new AbortController();
  #beat: NodeJS.Timeout | undefined;

  /** Takes the answer out of the framework's hands. */
  constructor({ stopping }: App, reply: FastifyReply, type: string) {
    this.#reply = reply;
    const end = () => this.#ended.abort();
    reply.raw.on('close', end);
    stopping.addEventListener('abort', end);
    this.signal.addEventListener('abort', () => {
      clearInterval(this.#beat);
      stopping.removeEventListener('abort', end);
    });
    if (stopping.aborted) end();
    const headers = {
      ...reply.getHeaders(),
      'content-type': type,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // Nothing else is asked over it: when the stream ends, the connection does.
      connection: 'close',
    };
    reply.hijack();
    // Whoever follows a stream goes on behind the last number that it has: frames around the pieces tell it nothing, and cost
    // as much as the rest of sending them.
    if (type.startsWith('text/event-stream')) reply.raw.useChunkedEncodingByDefault = false;
    reply.raw.writeHead(200, headers as Record<string, string>);
    reply.raw.flushHeaders();
    reply.raw.socket?.setNoDelay(true);
  }

  /** Aborted when nobody reads any more. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** A comment from time to time. */
  beats(): void {
    this.#beat = setInterval(() => {
      // A reader that has not taken what it was sent needs no more of it.
      if (this.#reply.raw.writableLength === 0) this.#reply.raw.write(': beat\n\n');
    }, BEAT_MS);
    this.#beat.unref();
  }

  /** Others have their turn after every piece: a reader that takes everything at once would keep them waiting. */
  async write(...pieces: readonly (Buffer | string)[]): Promise<void> {
    const { raw } = this.#reply;
    const given = pieces.filter(({ length }) => length > 0);
    if (this.signal.aborted || given.length === 0) return;
    // Together in one call of the system.
    raw.cork();
    const isTaken = given.reduce((taken, piece) => raw.write(piece) && taken, true);
    raw.uncork();
    if (!isTaken) await this.#drained();
    await new Promise((resolve) => setImmediate(resolve));
  }

  #drained(): Promise<void> {
    return new Promise<void>((resolve) => {
      const done = () => {
        this.#reply.raw.off('drain', done);
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      this.#reply.raw.on('drain', done);
      this.signal.addEventListener('abort', done);
      if (this.signal.aborted) done();
    });
  }

  end(): void {
    this.#reply.raw.end();
    this.#ended.abort();
  }

  /** Whatever goes wrong after the head was sent can only be shown by ending the connection. */
  fail(): void {
    this.#reply.raw.destroy();
    this.#ended.abort();
  }
}
