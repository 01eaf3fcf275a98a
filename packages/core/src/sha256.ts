/**
 * SHA-256 of a text, in hex, for programs that bring no hash function of their own. Hosts have a much faster one: this is for
 * ids of a few thousand entries.
 */
const FRACTIONS = (root: (value: number) => number, count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (primeBelow(n)) found.push(((root(n) % 1) * 2 ** 32) | 0);
  }
  return found;
};

function primeBelow(n: number): boolean {
  for (let by = 2; by * by <= n; by++) if (n % by === 0) return false;
  return true;
}

const START = FRACTIONS(Math.sqrt, 8);
const ROUNDS = FRACTIONS(Math.cbrt, 64);

export function sha256(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  const state = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < words.length; block += 16) {
    for (let i = 0; i < 64; i++) w[i] = i < 16 ? at(words, block + i) : expanded(w, i);
    compress(state, w);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const at = (words: ArrayLike<number>, i: number): number => words[i] as number;
const turned = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

function expanded(w: Int32Array, i: number): number {
  const [a, b] = [at(w, i - 15), at(w, i - 2)];
  const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
  const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
  return (at(w, i - 16) + s0 + at(w, i - 7) + s1) | 0;
}

function compress(state: number[], w: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUNDS, i) + at(w, i)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (at(state, i) + value) | 0;
}

/** The bytes, a one, zeros, and the length in bits, in words of 32 bits. */
function paddedWords(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  const put = (i: number, byte: number) => {
    words[i >> 2] = at(words, i >> 2) | (byte << (24 - (i % 4) * 8));
  };
  for (const [i, byte] of bytes.entries()) put(i, byte);
  put(bytes.length, 0x80);
  words[words.length - 2] = Math.floor(bytes.length / 2 ** 29);
  words[words.length - 1] = bytes.length << 3;
  return words;
}
