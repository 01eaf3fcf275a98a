/**
 * Values of a session that is too long to be held, as JSON in a file: of each its place is held. Several may share one
 * file, as the threads of a session do.
 */
import { jsonText } from '@hansard/core/formats/json-text.ts';
import type { SpoolFile } from './spool-file.ts';

const HELD = 256 * 1024;

export class EventSpool<T> {
  readonly #file: SpoolFile;
  #starts = new Float64Array(256);
  #lengths = new Uint32Array(256);
  /** What is not in the file yet. */
  #held: string[] = [];
  #heldBytes = 0;
  length = 0;

  constructor(file: SpoolFile) {
    this.#file = file;
  }

  add(value: T): void {
    const text = jsonText(value);
    const bytes = Buffer.byteLength(text);
    if (this.length === this.#lengths.length) this.#grow();
    this.#lengths[this.length++] = bytes;
    this.#held.push(text);
    this.#heldBytes += bytes;
    if (this.#heldBytes >= HELD) this.flush();
  }

  at(index: number): T {
    this.flush();
    const start = this.#starts[index] as number;
    return JSON.parse(this.#file.read(start, start + (this.#lengths[index] as number)).toString('utf8')) as T;
  }

  /** Another value in the place of one. */
  set(index: number, value: T): void {
    this.flush();
    const bytes = Buffer.from(jsonText(value));
    this.#starts[index] = this.#file.bytes;
    this.#lengths[index] = bytes.length;
    this.#file.append(bytes);
  }

  *all(): Generator<T> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }

  /** Holds nothing but places. */
  flush(): void {
    if (this.#held.length === 0) return;
    let start = this.#file.bytes;
    for (let index = this.length - this.#held.length; index < this.length; index++) {
      this.#starts[index] = start;
      start += this.#lengths[index] as number;
    }
    this.#file.append(Buffer.from(this.#held.join('')));
    this.#held = [];
    this.#heldBytes = 0;
  }

  #grow(): void {
    const [starts, lengths] = [this.#starts, this.#lengths];
    this.#starts = new Float64Array(starts.length * 2);
    this.#starts.set(starts);
    this.#lengths = new Uint32Array(lengths.length * 2);
    this.#lengths.set(lengths);
  }
}
