/** What the file holds: blocks of rows, packed, and what is known of all rows without unpacking them. */
import type { Row, RowIndex } from '../src/formats/html/row.ts';

/** Unpacked blocks that are kept. */
const KEPT_BLOCKS = 24;

export class Data {
  readonly index: RowIndex;
  readonly #packed: string[];
  /** Number of the first row of each block, and of the row behind the last. */
  readonly starts: number[] = [0];
  readonly #unpacked = new Map<number, Promise<Row[]>>();
  readonly #ready = new Map<number, Row[]>();
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
    return this.#ready.get(block)?.[number - (this.starts[block] ?? 0)];
  }

  async load(block: number): Promise<Row[]> {
    const known = this.#unpacked.get(block);
    const rows = known ?? unpack(this.#packed[block] ?? '').then((value) => value as Row[]);
    this.#unpacked.delete(block);
    this.#unpacked.set(block, rows);
    this.#ready.set(block, await rows);
    for (const old of [...this.#unpacked.keys()].slice(0, -KEPT_BLOCKS)) {
      this.#unpacked.delete(old);
      this.#ready.delete(old);
    }
    return rows;
  }

  /** A `data:` address, for images that are in the file. */
  image(hash: string): string | undefined {
    return this.#images.get(hash);
  }
}

/** Base64 of raw deflate of JSON. */
async function unpack(packed: string): Promise<unknown> {
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).json();
}
