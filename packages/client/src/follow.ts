/**
 * Follows a stream of server-sent events for as long as it is wanted. When the connection ends, for whatever reason
 * but a problem that will stay, it is made again behind the last message that was given out: none is lost, none comes
 * twice.
 */
import type { Connection, Query } from './connection.ts';
import { ProblemError } from './problem-error.ts';
import { readSse, type SseMessage, type SseNotes } from './read-sse.ts';

export interface FollowOptions {
  /** Ends the stream quietly. */
  readonly signal?: AbortSignal;
  /** Told when the connection is there, and when it is lost: for a light in the page. */
  readonly onConnection?: (state: 'connected' | 'lost', error?: unknown) => void;
  /** Pauses between attempts in milliseconds; each is twice the one before, up to the longest. */
  readonly pauses?: { readonly first: number; readonly longest: number };
  /** A connection on which nothing came for this long, heartbeats included, is given up. Default: 60 seconds. */
  readonly silenceMs?: number;
}

export interface Followed {
  readonly path: string;
  /** Asked for at each connection: it may say more than the number of the last message. */
  readonly query?: () => Query;
  /** Number of the last message that the reader has; messages up to it are not given out. */
  readonly after?: number;
}

const PAUSES = { first: 250, longest: 15_000 };
const SILENCE_MS = 60_000;

export async function* follow(
  connection: Connection,
  { path, query, after }: Followed,
  options: FollowOptions = {},
): AsyncGenerator<SseMessage> {
  const { signal, onConnection } = options;
  const pauses = new Pauses(options.pauses ?? PAUSES);
  let last = after;
  while (!signal?.aborted) {
    const silence = new Silence(options.silenceMs ?? SILENCE_MS, signal);
    const notes: SseNotes = { waits: (waits) => silence.waits(waits) };
    try {
      const body = await connect(connection, path, query?.(), last, silence.signal);
      onConnection?.('connected');
      for await (const message of readSse(body, notes)) {
        pauses.reset();
        const number = message.id === undefined ? Number.NaN : Number(message.id);
        if (number <= (last ?? -1)) continue;
        // Before it is given out: a reader that stops here has had it.
        if (number >= 0) last = number;
        yield message;
      }
      onConnection?.('lost');
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof ProblemError && !error.isPassing) throw error;
      onConnection?.('lost', error);
    } finally {
      silence.end();
    }
    if (Number(notes.id) > (last ?? -1)) last = Number(notes.id);
    await pauses.wait(notes.retry, signal);
  }
}

async function connect(
  connection: Connection,
  path: string,
  query: Query | undefined,
  last: number | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const headers = last === undefined ? undefined : { 'last-event-id': String(last) };
  const response = await connection.ask(path, { query, accept: 'text/event-stream', headers, signal });
  return response.body as ReadableStream<Uint8Array>;
}

/**
 * Ends a connection on which nothing comes: a machine that slept may never hear that its connection is gone. Time in
 * which the reader is busy does not count.
 */
class Silence {
  readonly #controller = new AbortController();
  readonly #ms: number;
  readonly #outer: AbortSignal | undefined;
  readonly #stop = () => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, outer: AbortSignal | undefined) {
    this.#ms = ms;
    this.#outer = outer;
    if (outer?.aborted) this.#stop();
    outer?.addEventListener('abort', this.#stop);
    this.waits(true);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  waits(waits: boolean): void {
    clearTimeout(this.#timer);
    if (waits) this.#timer = setTimeout(this.#stop, this.#ms);
  }

  end(): void {
    this.waits(false);
    this.#outer?.removeEventListener('abort', this.#stop);
    this.#controller.abort();
  }
}

class Pauses {
  readonly #first: number;
  readonly #longest: number;
  #next: number;

  constructor({ first, longest }: { readonly first: number; readonly longest: number }) {
    this.#first = first;
    this.#longest = longest;
    this.#next = first;
  }

  reset(): void {
    this.#next = this.#first;
  }

  /** Readers that lost the same server do not all come back at the same moment. */
  wait(asked: number | undefined, signal: AbortSignal | undefined): Promise<void> {
    const ms = Math.max(asked ?? 0, this.#next) * (0.75 + Math.random() / 2);
    this.#next = Math.min(this.#longest, this.#next * 2);
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
      if (signal?.aborted) done();
    });
  }
}
