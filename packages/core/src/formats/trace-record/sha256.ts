/** SHA-256 of text that comes in pieces: a record can be longer than a string may be. */
const BLOCK = 64;
/** Characters that are turned into bytes at once, always in the same memory: a long record would else leave much to collect. */
const SLICE = 16_384;

export class Sha256 {
  readonly #state = Int32Array.from(fractions(8, 1 / 2));
  readonly #block = new Uint8Array(BLOCK);
  readonly #words = new Int32Array(BLOCK);
  readonly #encoder = new TextEncoder();
  readonly #slice = new Uint8Array(3 * SLICE);
  #filled = 0;
  #bytes = 0;

  update(text: string): this {
    // A character that lies on the edge of two slices must not be cut.
    for (let at = 0; at < text.length; ) {
      let end = Math.min(at + SLICE, text.length);
      if (end < text.length && isHigh(text.charCodeAt(end - 1))) end--;
      const { written } = this.#encoder.encodeInto(text.slice(at, end), this.#slice);
      this.#add(this.#slice, written);
      at = end;
    }
    return this;
  }

  /** In lower-case hex. Nothing can be added after it. */
  hex(): string {
    const bits = this.#bytes * 8;
    const padding = new Uint8Array((this.#filled < 56 ? 56 : 120) - this.#filled + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits >>> 0);
    this.#add(padding, padding.length);
    return [...this.#state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #add(bytes: Uint8Array, length: number): void {
    this.#bytes += length;
    let at = 0;
    if (this.#filled > 0) {
      at = Math.min(BLOCK - this.#filled, length);
      this.#block.set(bytes.subarray(0, at), this.#filled);
      this.#filled += at;
      if (this.#filled < BLOCK) return;
      this.#compress(this.#block, 0);
    }
    for (; at + BLOCK <= length; at += BLOCK) this.#compress(bytes, at);
    this.#block.set(bytes.subarray(at, length));
    this.#filled = length - at;
  }

  #compress(bytes: Uint8Array, start: number): void {
    const words = this.#words;
    for (let at = 0, from = start; at < 16; at++, from += 4) {
      words[at] = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
    }
    for (let at = 16; at < 64; at++) {
      const x = words[at - 15]!;
      const y = words[at - 2]!;
      const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      words[at] = words[at - 16]! + s0 + words[at - 7]! + s1;
    }
    const state = this.#state;
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let at = 0; at < 64; at++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[at]! + words[at]!) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
    state[5]! += f;
    state[6]! += g;
    state[7]! += h;
  }
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const ROUNDS = Int32Array.from(fractions(64, 1 / 3));

/** The constants of the standard: first 32 bits of the fractions of roots of the first primes. */
function fractions(count: number, power: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes.map((prime) => Math.floor((prime ** power % 1) * 2 ** 32));
}
