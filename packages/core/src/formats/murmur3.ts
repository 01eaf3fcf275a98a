/**
 * MurmurHash3, x64, 128 bits, seed 0, of a text in UTF-8, in hex with the second word first: the form in which ranges
 * of lines are told apart in attribution. 64-bit words are pairs of 32-bit ones, for speed.
 */
type Word = readonly [high: number, low: number];

const C1: Word = [0x87c37b91, 0x114253d5];
const C2: Word = [0x4cf5ad43, 0x2745937f];

export function murmur3(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const wordAt = (at: number): Word => [view.getUint32(at + 4, true), view.getUint32(at, true)];
  let h1: Word = [0, 0];
  let h2: Word = [0, 0];
  const blocks = bytes.length - (bytes.length % 16);
  for (let at = 0; at < blocks; at += 16) {
    h1 = add(multiply(add(rotate(xor(h1, mixFirst(wordAt(at))), 27), h2), [0, 5]), [0, 0x52dce729]);
    h2 = add(multiply(add(rotate(xor(h2, mixSecond(wordAt(at + 8))), 31), h1), [0, 5]), [0, 0x38495ab5]);
  }
  h2 = xor(h2, mixSecond(tailWord(bytes, blocks + 8)));
  h1 = xor(h1, mixFirst(tailWord(bytes, blocks)));
  const length: Word = [0, bytes.length];
  h1 = add(xor(h1, length), xor(h2, length));
  h2 = add(xor(h2, length), h1);
  h1 = finish(h1);
  h2 = finish(h2);
  h1 = add(h1, h2);
  h2 = add(h2, h1);
  return hex(h2) + hex(h1);
}

const mixFirst = (word: Word): Word => multiply(rotate(multiply(word, C1), 31), C2);
const mixSecond = (word: Word): Word => multiply(rotate(multiply(word, C2), 33), C1);

/** Up to eight bytes as a word, zeros beyond the end. */
function tailWord(bytes: Uint8Array, start: number): Word {
  const tail = new Uint8Array(8);
  tail.set(bytes.subarray(start, start + 8));
  const view = new DataView(tail.buffer);
  return [view.getUint32(4, true), view.getUint32(0, true)];
}

function finish(word: Word): Word {
  let mixed = multiply(xor(word, [0, word[0] >>> 1]), [0xff51afd7, 0xed558ccd]);
  mixed = multiply(xor(mixed, [0, mixed[0] >>> 1]), [0xc4ceb9fe, 0x1a85ec53]);
  return xor(mixed, [0, mixed[0] >>> 1]);
}

const xor = (a: Word, b: Word): Word => [(a[0] ^ b[0]) >>> 0, (a[1] ^ b[1]) >>> 0];

function add(a: Word, b: Word): Word {
  const low = a[1] + b[1];
  return [(a[0] + b[0] + (low > 0xffffffff ? 1 : 0)) >>> 0, low >>> 0];
}

function rotate(word: Word, by: number): Word {
  const [high, low] = by < 32 ? word : [word[1], word[0]];
  const bits = by % 32;
  return [((high << bits) | (low >>> (32 - bits))) >>> 0, ((low << bits) | (high >>> (32 - bits))) >>> 0];
}

/** The low 64 bits of the product, from halves of 16 bits. */
function multiply(a: Word, b: Word): Word {
  const [a1, a0, b1, b0] = [a[1] >>> 16, a[1] & 0xffff, b[1] >>> 16, b[1] & 0xffff];
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const carry = (middle & 0xffff) + a0 * b1;
  const low = ((carry << 16) | ((a0 * b0) & 0xffff)) >>> 0;
  const high = a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(carry / 0x10000);
  return [(high + Math.imul(a[0], b[1]) + Math.imul(a[1], b[0])) >>> 0, low];
}

const hex = ([high, low]: Word): string => high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
