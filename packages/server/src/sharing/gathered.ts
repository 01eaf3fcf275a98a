/**
 * All of a file before it is sent, because its size comes before its content: in memory while it is small, and on disk from
 * then on.
 */
import { SpoolFile } from '@hansard/archive/streaming/spool-file.ts';
import { withPauses } from '@hansard/archive/streaming/with-pauses.ts';
import type { Pieces } from '@hansard/core/formats/contract.ts';
import { bytesOf } from './bytes-of.ts';

const SMALL = 4_000_000;
const PIECE = 256 * 1024;

export class Gathered {
  readonly #folder: string;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #file: SpoolFile | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async from(pieces: Pieces, folder: string): Promise<Gathered> {
    const gathered = new Gathered(folder);
    try {
      for await (const piece of withPauses(pieces)) gathered.#add(bytesOf(piece));
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
    this.#file ??= new SpoolFile(this.#folder);
    for (const held of this.#held) this.#file.append(held);
    [this.#held, this.#heldBytes] = [[], 0];
  }
}
