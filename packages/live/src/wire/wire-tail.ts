/** Reads a wire as it grows, record by record, from where it was read last. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { WireDirection } from './wire-file.ts';

export interface WireRecord {
  readonly at: number;
  readonly dir: WireDirection;
  // biome-ignore lint/suspicious/noExplicitAny: messages are untrusted; drivers check what they use
  readonly msg: any;
  /** The byte behind its line. */
  readonly end: number;
}

const PIECE = 1024 * 1024;
const LF = 0x0a;
const COMMA = 0x2c;

export class WireTail {
  readonly #file: number;
  readonly #unheard: readonly Buffer[];
  #offset = 0;
  #rest = Buffer.alloc(0);
  #header: Record<string, unknown> | undefined;

  /** `unheard`: how messages of the agent begin that nobody here needs. They are not read. */
  constructor(path: string, unheard: readonly string[] = []) {
    this.#file = openSync(path, 'r');
    this.#unheard = unheard.map((beginning) => Buffer.from(`"dir":"out","msg":${beginning}`));
  }

  /** The first line; known after the first reading. */
  get header(): Readonly<Record<string, unknown>> {
    return this.#header ?? {};
  }

  /** What was added since. */
  *read(): Iterable<WireRecord> {
    const piece = Buffer.allocUnsafe(PIECE);
    for (;;) {
      const length = readSync(this.#file, piece, 0, PIECE, this.#offset + this.#rest.length);
      if (length === 0) return;
      const data =
        this.#rest.length === 0 ? piece.subarray(0, length) : Buffer.concat([this.#rest, piece.subarray(0, length)]);
      let from = 0;
      for (let at = data.indexOf(LF); at >= 0; at = data.indexOf(LF, from)) {
        const start = from;
        from = at + 1;
        if (this.#isUnheard(data, start)) continue;
        const record = this.#recordOf(data.toString('utf8', start, at), this.#offset + at + 1);
        if (record) yield record;
      }
      this.#rest = Buffer.from(data.subarray(from));
      this.#offset += from;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  /** As the holder writes lines: `{"at":1794974959905,"dir":"out","msg":…`. */
  #isUnheard(data: Buffer, start: number): boolean {
    if (this.#unheard.length === 0) return false;
    const from = data.indexOf(COMMA, start) + 1;
    return this.#unheard.some(
      ({ length }, at) =>
        from + length <= data.length && data.compare(this.#unheard[at] as Buffer, 0, length, from, from + length) === 0,
    );
  }

  #recordOf(line: string, end: number): WireRecord | undefined {
    let value: Record<string, unknown>;
    try {
      value = JSON.parse(line) as Record<string, unknown>;
    } catch {
      return undefined;
    }
    if (value['hansard'] === 'wire') {
      this.#header ??= value;
      return undefined;
    }
    const { at, dir, msg } = value as { at: number; dir: WireDirection; msg: unknown };
    return { at, dir, msg, end };
  }
}
