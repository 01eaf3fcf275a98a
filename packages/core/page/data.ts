/** What the file holds: blocks of rows, packed, and what is known of all rows without unpacking them. */
import { fromBase124 } from '../src/formats/html/base124.ts';
import { type Row, type RowIndex, timesOf } from '../src/formats/html/row.ts';

/** Unpacked blocks that are kept. */
const KEPT_BLOCKS = 24;

interface Block {
  readonly rows: readonly Row[];
  readonly times: readonly (number | null)[];
}

export class Data {
  readonly index: RowIndex;
  readonly #packed: string[];
  /** Number of the first row of each block, and of the row behind the last. */
  readonly starts: number[] = [0];
  readonly #unpacked = new Map<number, Promise<Block>>();
  readonly #ready = new Map<number, Block>();
  readonly #images: ReadonlyMap<string, string>;

  private constructor(index: RowIndex, packed: string[], images: ReadonlyMap<string, string>) {
    this.index = index;
    this.#packed = packed;
    this.#images = images;
    for (const count of index.counts) this.starts.push((this.starts.at(-1) ?? 0) + count);
  }

  static async open(page: Document): Promise<Data> {
    const linesOf = (name: string) =>
      [...page.querySelectorAll(`script[data-is="${name}"]`)].flatMap(({ textContent }) =>
        (textContent ?? '').split('\n').filter((line) => line !== ''),
      );
    const index = (await unpack(linesOf('index')[0] ?? '')) as RowIndex;
    const images = linesOf('images').map((line) => line.split('\t') as [string, string]);
    return new Data(index, linesOf('rows'), new Map(images));
  }

  get length(): number {
    return this.index.kinds.length;
  }

  get blocks(): number {
    return this.#packed.length;
  }

  blockOf(row: number): number {
    let [low, high] = [0, this.blocks - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Undefined until its block is unpacked. */
  row(number: number): Row | undefined {
    const block = this.blockOf(number);
    return this.#ready.get(block)?.rows[number - (this.starts[block] ?? 0)];
  }

  /** In milliseconds; null when it was not recorded. */
  time(number: number): number | null {
    const block = this.blockOf(number);
    return this.#ready.get(block)?.times[number - (this.starts[block] ?? 0)] ?? null;
  }

  async load(block: number): Promise<readonly Row[]> {
    const unpacked = this.#unpacked.get(block) ?? this.#unpack(block);
    this.#unpacked.delete(block);
    this.#unpacked.set(block, unpacked);
    this.#ready.set(block, await unpacked);
    for (const old of [...this.#unpacked.keys()].slice(0, -KEPT_BLOCKS)) {
      this.#unpacked.delete(old);
      this.#ready.delete(old);
    }
    return (await unpacked).rows;
  }

  async #unpack(block: number): Promise<Block> {
    const rows = (await unpack(this.#packed[block] ?? '')) as Row[];
    return { rows, times: timesOf(rows, this.index.times[block] ?? 0) };
  }

  /** A `data:` address, for images that are in the file. */
  image(hash: string): string | undefined {
    return this.#images.get(hash);
  }
}

/** The length in bytes, a colon, and raw deflate of JSON. */
async function unpack(packed: string): Promise<unknown> {
  const colon = packed.indexOf(':');
  const bytes = fromBase124(packed.slice(colon + 1), Number(packed.slice(0, colon)));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).json();
}
