/** Objects of a repository, from one `git cat-file --batch` that stays for as long as it is needed. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Failure } from '@hansard/core';
import type { Git } from './git-program.ts';

export interface GitObject {
  readonly id: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Larger files are not looked into. */
export const MOST_OBJECT_BYTES = 32 * 1024 * 1024;

export class ObjectReader {
  readonly #git: Git;
  #child: ChildProcessWithoutNullStreams | undefined;
  #chunks: Buffer[] = [];
  #length = 0;
  #wake: (() => void) | undefined;
  #ended = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(git: Git) {
    this.#git = git;
  }

  /** An object by any name that git knows it by; undefined when there is none. One is read after the other. */
  read(name: string): Promise<GitObject | undefined> {
    // A line is a question: a name with a line end in it is no name.
    if (/[\n\0]/.test(name)) return Promise.resolve(undefined);
    const answer = this.#last.then(() => this.#ask(name));
    this.#last = answer.catch(() => {});
    return answer;
  }

  close(): void {
    this.#child?.stdin.end();
    this.#child = undefined;
  }

  async #ask(name: string): Promise<GitObject | undefined> {
    const child = this.#started();
    child.stdin.write(`${name}\n`);
    const head = (await this.#until(0x0a)).toString('utf8');
    const found = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(head);
    if (!found) return undefined;
    const [, id = '', type = '', size = '0'] = found;
    if (Number(size) > MOST_OBJECT_BYTES) {
      await this.#skip(Number(size) + 1);
      return undefined;
    }
    const bytes = await this.#take(Number(size));
    await this.#take(1);
    return { id, type, bytes };
  }

  #started(): ChildProcessWithoutNullStreams {
    if (this.#child) return this.#child;
    const child = this.#git.start(['cat-file', '--batch']);
    child.stdout.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
      this.#wake?.();
    });
    const end = () => {
      this.#ended = true;
      this.#wake?.();
    };
    child.once('close', end);
    child.once('error', end);
    child.stdin.on('error', () => {});
    child.stderr.resume();
    this.#child = child;
    return child;
  }

  async #until(byte: number): Promise<Buffer> {
    for (;;) {
      const all = this.#joined();
      const at = all.indexOf(byte);
      if (at >= 0) {
        this.#rest(all, at + 1);
        return all.subarray(0, at);
      }
      await this.#more();
    }
  }

  async #take(size: number): Promise<Buffer> {
    while (this.#length < size) await this.#more();
    const all = this.#joined();
    this.#rest(all, size);
    return all.subarray(0, size);
  }

  /** Lets bytes go as they come: a file of any size is never held. */
  async #skip(size: number): Promise<void> {
    for (let left = size; left > 0; ) {
      if (this.#length === 0) await this.#more();
      const all = this.#joined();
      const gone = Math.min(left, all.length);
      this.#rest(all, gone);
      left -= gone;
    }
  }

  #joined(): Buffer {
    const all = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  #rest(all: Buffer, from: number): void {
    this.#chunks = [all.subarray(from)];
    this.#length = all.length - from;
  }

  #more(): Promise<void> {
    if (this.#ended) throw new Failure('git-failed', 'git cat-file ended before it had answered.');
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }
}
