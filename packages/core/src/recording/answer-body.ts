/**
 * The body of an answer, read beside whoever it is for: its pieces are gathered, and read when there is time for it. Nothing
 * here throws; what cannot be read is counted.
 */
import { isObject } from '../reading/native-values.ts';
import type { AnswerReader } from './apis/contract.ts';
import { EventRun } from './event-run.ts';
import { GatheredBytes } from './gathered-bytes.ts';
import type { Answer } from './item.ts';
import { ServerSentEvents } from './server-sent-events.ts';

/** A body beyond this is passed on and not read. */
const MOST_BYTES = 256 * 1024 * 1024;
/** Of a stream that nobody finds the time to read. */
const MOST_GATHERED = 1024 * 1024;
/** The last line may lack it. */
const LINE_END = new Uint8Array([10]);

export class AnswerBody {
  readonly #reader: AnswerReader;
  readonly #events: ServerSentEvents | undefined;
  readonly #gathered = new GatheredBytes();
  #bytes = 0;
  /** Pieces that were not as the API has them. */
  unread = 0;

  constructor(reader: AnswerReader, contentType: string | null) {
    this.#reader = reader;
    const streamed = /^text\/event-stream/i.test(contentType ?? '');
    const { joins } = reader;
    const run = joins && new EventRun(joins, (event) => reader.event(event));
    this.#events = streamed ? new ServerSentEvents((data) => this.#event(data), run) : undefined;
  }

  /** It comes event by event. */
  get streamed(): boolean {
    return this.#events !== undefined;
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
      this.#gathered.take();
      return;
    }
    this.#gathered.push(chunk);
    if (this.#gathered.length > MOST_GATHERED) this.readOn();
  }

  /** Reads the events that have come so far; anything else is read when it is whole. */
  readOn(): void {
    const lines = this.#events && this.#gathered.takeLines();
    if (lines !== undefined) this.#events?.push(lines);
  }

  /** What the answer is when no more comes. */
  end(): Answer {
    if (this.#events) {
      this.#gathered.push(LINE_END);
      this.readOn();
      this.#events.end();
    } else if (this.#gathered.length > 0) this.#whole();
    return this.#reader.answer();
  }

  /** What there is, as text: of an answer that is an error. */
  text(most: number): string {
    const text = new TextDecoder().decode(this.#gathered.take());
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
      this.#reader.whole(JSON.parse(new TextDecoder().decode(this.#gathered.take())));
    } catch {
      this.unread++;
    }
  }
}
