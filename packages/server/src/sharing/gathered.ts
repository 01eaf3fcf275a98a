/**
 * All of a file before it is sent, because its size comes before its content: in memory while it is small, and on disk from
 * then on.
 */
import { setImmediate } from 'node:timers/promises';
import type { Pieces } from '@hansard/core/formats/contract.ts';
import { paced } from '@hansard/core/formats/paced.ts';
import type { Spool } from '@hansard/core/store/sharing.ts';
import { bytesOf } from './bytes-of.ts';

const SMALL = 4_000_000;
const PIECE = 256 * 1024;

export class Gathered {
  readonly #spool: () => Spool;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #file: Spool | undefined;

  private constructor(spool: () => Spool) {
    this.#spool = spool;
  }

  /** `spool`: where what is large goes. */
  static async from(pieces: Pieces, spool: () => Spool): Promise<Gathered> {
    const gathered = new Gathered(spool);
    try {
      for await (const piece of paced(pieces, setImmediate)) gathered.#add(bytesOf(piece));
    } catch (error) {
      gathered.close();
      throw error;
    }
    return gathered;
  }

  get length(): number {
    return (this.#file?.bytes ?? 0) + this.#heldBytes;
  }

  *pieces(): Generator<Buffer> {
    const onDisk = this.#file?.bytes ?? 0;
    for (let at = 0; at < onDisk; at += PIECE) {
      yield Buffer.from(this.#file?.read(at, Math.min(at + PIECE, onDisk)) ?? []);
    }
    yield* this.#held;
  }

  close(): void {
    this.#file?.close();
  }

  #add(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes < SMALL) return;
    this.#file ??= this.#spool();
    for (const held of this.#held) this.#file.append(held);
    [this.#held, this.#heldBytes] = [[], 0];
  }
}
