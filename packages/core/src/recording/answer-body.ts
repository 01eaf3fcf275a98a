/**
 * The body of an answer, read beside whoever it is for: server-sent events as they come, anything else when it is there.
 * Nothing here throws; what cannot be read is counted.
 */
import { isObject } from '../reading/native-values.ts';
import type { AnswerReader } from './apis/contract.ts';
import type { Answer } from './item.ts';
import { ServerSentEvents } from './server-sent-events.ts';

/** A body beyond this is passed on and not read. */
const MOST_BYTES = 256 * 1024 * 1024;

export class AnswerBody {
  readonly #reader: AnswerReader;
  readonly #events: ServerSentEvents | undefined;
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  /** Pieces that were not as the API has them. */
  unread = 0;
  firstAt: number | undefined;

  constructor(reader: AnswerReader, contentType: string | null) {
    this.#reader = reader;
    const streamed = /^text\/event-stream/i.test(contentType ?? '');
    this.#events = streamed ? new ServerSentEvents((data) => this.#event(data)) : undefined;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The answer is complete by its own protocol, whether or not the connection has ended. */
  get ended(): boolean {
    return this.#reader.ended;
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MOST_BYTES) {
      this.unread++;
      this.#chunks = [];
    } else if (this.#events) this.#events.push(chunk);
    else this.#chunks.push(chunk.slice());
  }

  /** What the answer is when no more comes. */
  end(): Answer {
    if (this.#events) this.#events.end();
    else if (this.#chunks.length > 0) this.#whole();
    this.#chunks = [];
    return this.#reader.answer();
  }

  /** What there is, as text: of an answer that is an error. */
  text(most: number): string {
    const text = new TextDecoder().decode(joined(this.#chunks));
    return text.length > most ? `${text.slice(0, most)}…` : text;
  }

  #event(data: string): void {
    if (data === '[DONE]') {
      this.#reader.done();
      return;
    }
    try {
      const value: unknown = JSON.parse(data);
      if (isObject(value)) this.#reader.event(value);
      else this.unread++;
    } catch {
      this.unread++;
    }
  }

  #whole(): void {
    try {
      this.#reader.whole(JSON.parse(new TextDecoder().decode(joined(this.#chunks))));
    } catch {
      this.unread++;
    }
  }
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
