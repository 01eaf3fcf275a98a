/**
 * A file for what is too large to be held, for as long as it is needed. It has no name from the beginning where the system
 * allows that, so that nothing is left behind, and is readable by its owner only.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@hansard/core';

/** What is read stands beside what was read before: so much is read at once. */
const AHEAD = 256 * 1024;
let opened = 0;

export class SpoolFile {
  readonly #path: string;
  readonly #file: number;
  #open = true;
  /** What was read last, from where on, and how much of it. It is read into the same memory as long as it fits. */
  #ahead = Buffer.alloc(0);
  #from = 0;
  #length = 0;
  bytes = 0;

  constructor(folder: string) {
    this.#path = join(folder, `session-${process.pid}-${++opened}.spool`);
    try {
      this.#file = openSync(this.#path, 'wx+', 0o600);
    } catch (cause) {
      throw new Failure('output-failed', `${folder} cannot be written to: ${(cause as Error).message}`, { cause });
    }
    if (process.platform !== 'win32') rmSync(this.#path, { force: true });
  }

  append(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length; ) {
        const written = writeSync(this.#file, bytes, at, bytes.length - at, this.bytes);
        at += written;
        this.bytes += written;
      }
    } catch (cause) {
      const message = `A long session is kept aside in ${this.#path}, which failed: ${(cause as Error).message}`;
      throw new Failure('output-failed', message, { cause });
    }
  }

  /** Valid until the next is read. */
  read(start: number, end: number): Buffer {
    if (start < this.#from || end > this.#from + this.#length) {
      this.#readAhead(start, Math.max(end, Math.min(start + AHEAD, this.bytes)));
    }
    return this.#ahead.subarray(start - this.#from, end - this.#from);
  }

  /** Whoever is done first closes it; the number of a closed file may be another file's by the second time. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#length = 0;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #readAhead(start: number, end: number): void {
    if (!this.#open) throw new Error('a spool is read after it was closed');
    const length = end - start;
    // What was larger than usual is not held for the rest of the session.
    if (this.#ahead.length < length || this.#ahead.length > 4 * AHEAD)
      this.#ahead = Buffer.alloc(Math.max(length, AHEAD));
    this.#length = 0;
    for (let at = 0; at < length; ) {
      const read = readSync(this.#file, this.#ahead, at, length - at, start + at);
      if (read === 0) throw new Error('a spool is shorter than what was written to it');
      at += read;
    }
    [this.#from, this.#length] = [start, length];
  }
}
