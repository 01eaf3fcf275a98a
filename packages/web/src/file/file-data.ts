/** What the file holds: what is known of all events, and blocks of them, unpacked as they are needed. */
import type { FileEvent, FileIndex } from '@hansard/core/formats/html/file-data.ts';
import { bytesIn, inflate } from '@hansard/core/formats/html/unpack.ts';
import { linesOf } from './data-lines.ts';
import type { Opener } from './lock.ts';

/** Unpacked blocks that are kept. */
const KEPT_BLOCKS = 24;

export class FileData {
  readonly index: FileIndex;
  readonly #lines: readonly string[];
  readonly #open: Opener;
  readonly #images: ReadonlyMap<string, string>;
  /** Number of the first event of each block, and of the one behind the last; from 1. */
  readonly starts: number[] = [1];
  readonly #blocks = new Map<number, Promise<readonly FileEvent[]>>();

  private constructor(index: FileIndex, images: ReadonlyMap<string, string>, open: Opener) {
    this.index = index;
    this.#lines = linesOf('events');
    this.#open = open;
    this.#images = images;
    for (const count of index.counts) this.starts.push((this.starts.at(-1) ?? 1) + count);
  }

  /** Fails when the password does not fit. */
  static async read(open: Opener): Promise<FileData> {
    const index = (await json(linesOf('index')[0] ?? '', 'index', open)) as FileIndex;
    return new FileData(index, await imagesOf(open), open);
  }

  get blocks(): number {
    return this.index.counts.length;
  }

  /** Events of a block; one that was unpacked before is kept for a while. */
  block(number: number): Promise<readonly FileEvent[]> {
    const known = this.#blocks.get(number) ?? this.#unpack(number);
    this.#blocks.delete(number);
    this.#blocks.set(number, known);
    for (const old of [...this.#blocks.keys()].slice(0, -KEPT_BLOCKS)) this.#blocks.delete(old);
    return known;
  }

  async #unpack(number: number): Promise<readonly FileEvent[]> {
    const events = await json(this.#lines[number] ?? '', `events ${number + 1}`, this.#open);
    return events as readonly FileEvent[];
  }

  /** The block that holds an event. */
  blockOf(seq: number): number {
    let [low, high] = [0, this.blocks - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 1) <= seq) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** A `data:` address, for images that are in the file. */
  image(hash: string): string | undefined {
    return this.#images.get(hash);
  }
}

async function json(line: string, name: string, open: Opener): Promise<unknown> {
  const bytes = await inflate(await open(bytesIn(line), name));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Those of a locked file are encrypted one by one. */
async function imagesOf(open: Opener): Promise<Map<string, string>> {
  const images = new Map<string, string>();
  for (const [at, line] of linesOf('images').entries()) {
    const isPlain = line.includes('\tdata:');
    const text = isPlain ? line : new TextDecoder().decode(await open(bytesIn(line), `image ${at + 1}`));
    const [hash = '', address = ''] = text.split('\t');
    images.set(hash, address);
  }
  return images;
}
