/**
 * A file for what is too large to be held, for as long as it is needed. It has no name from the beginning where the system
 * allows that, so that nothing is left behind, and is readable by its owner only.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@hansard/core';

/** What is read stands beside what was read before: so much is read at once. */
const AHEAD = 256 * 1024;
const NOTHING = Buffer.alloc(0);
let opened = 0;

export class SpoolFile {
  readonly #path: string;
  readonly #file: number;
  #open = true;
  /** What was read last, and where it begins. What is written goes behind it. */
  #ahead: Buffer = NOTHING;
  #from = 0;
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

  /** Not to be changed, and valid until the next is read. */
  read(start: number, end: number): Buffer {
    if (start < this.#from || end > this.#from + this.#ahead.length) {
      this.#ahead = this.#bytesAt(start, Math.max(end, Math.min(start + AHEAD, this.bytes)));
      this.#from = start;
    }
    return this.#ahead.subarray(start - this.#from, end - this.#from);
  }

  /** Whoever is done first closes it; the number of a closed file may be another file's by the second time. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#ahead = NOTHING;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #bytesAt(start: number, end: number): Buffer {
    if (!this.#open) throw new Error('a spool is read after it was closed');
    const bytes = Buffer.allocUnsafe(end - start);
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.#file, bytes, at, bytes.length - at, start + at);
      if (read === 0) throw new Error('a spool is shorter than what was written to it');
      at += read;
    }
    return bytes;
  }
}
