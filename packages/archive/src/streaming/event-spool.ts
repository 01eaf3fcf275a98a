/**
 * Values of a session that is too long to be held, in a file of their own for as long as they are needed: written once,
 * read as often as it takes. The file has no name from the beginning where the system allows that, so that nothing is
 * left behind, and is readable by its owner only.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@hansard/core';

const HELD = 256 * 1024;
let opened = 0;

export class EventSpool<T> {
  readonly #path: string;
  readonly #file: number;
  /** Where each value begins, and behind the last. */
  #starts = new Float64Array(1024);
  #held: string[] = [];
  #heldBytes = 0;
  length = 0;

  constructor(folder: string) {
    this.#path = join(folder, `session-${process.pid}-${++opened}.spool`);
    try {
      this.#file = openSync(this.#path, 'wx+', 0o600);
    } catch (cause) {
      throw new Failure('output-failed', `${folder} cannot be written to: ${(cause as Error).message}`, { cause });
    }
    if (process.platform !== 'win32') rmSync(this.#path, { force: true });
  }

  add(value: T): void {
    const text = JSON.stringify(value);
    const bytes = Buffer.byteLength(text);
    if (this.length + 1 >= this.#starts.length) this.#grow();
    this.#starts[this.length + 1] = (this.#starts[this.length] as number) + bytes;
    this.length++;
    this.#held.push(text);
    this.#heldBytes += bytes;
    if (this.#heldBytes >= HELD) this.#flush();
  }

  at(index: number): T {
    this.#flush();
    const [start, end] = [this.#starts[index] as number, this.#starts[index + 1] as number];
    return JSON.parse(this.#read(start, end).toString('utf8')) as T;
  }

  /** All of them in order, many at a time. */
  *all(): Generator<T> {
    this.#flush();
    for (let from = 0; from < this.length; ) {
      let to = from + 1;
      while (to < this.length && this.#starts[to + 1]! - this.#starts[from]! < HELD) to++;
      const bytes = this.#read(this.#starts[from]!, this.#starts[to]!);
      for (let index = from; index < to; index++) {
        const [start, end] = [
          this.#starts[index]! - this.#starts[from]!,
          this.#starts[index + 1]! - this.#starts[from]!,
        ];
        yield JSON.parse(bytes.toString('utf8', start, end)) as T;
      }
      from = to;
    }
  }

  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #read(start: number, end: number): Buffer {
    const bytes = Buffer.allocUnsafe(end - start);
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.#file, bytes, at, bytes.length - at, start + at);
      if (read === 0) throw new Error('a spool is shorter than what was written to it');
      at += read;
    }
    return bytes;
  }

  #flush(): void {
    if (this.#held.length === 0) return;
    const bytes = Buffer.from(this.#held.join(''));
    let place = (this.#starts[this.length] as number) - this.#heldBytes;
    for (let at = 0; at < bytes.length; ) {
      const written = writeSync(this.#file, bytes, at, bytes.length - at, place);
      at += written;
      place += written;
    }
    this.#held = [];
    this.#heldBytes = 0;
  }

  #grow(): void {
    const starts = new Float64Array(this.#starts.length * 2);
    starts.set(this.#starts);
    this.#starts = starts;
  }
}
