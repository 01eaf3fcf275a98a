/** Written lines as a few bytes: six a line, and for each hunk its length and what stood around it. No text. */
import { hashLine, type LineHash } from './line-hash.ts';
import type { WrittenHunk } from './written-lines.ts';

export interface HashedHunk {
  readonly before: LineHash | undefined;
  readonly after: LineHash | undefined;
  readonly lines: readonly LineHash[];
}

const HASH_BYTES = 6;
const [BEFORE, AFTER] = [1, 2];

export function encodeHunks(hunks: readonly WrittenHunk[]): Uint8Array {
  let size = 0;
  for (const { before, after, lines } of hunks) {
    size += 5 + HASH_BYTES * (lines.length + (before === undefined ? 0 : 1) + (after === undefined ? 0 : 1));
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  const put = (text: string) => {
    const { loose, exact } = hashLine(text);
    bytes[at] = loose;
    bytes[at + 1] = loose >>> 8;
    bytes[at + 2] = loose >>> 16;
    bytes[at + 3] = loose >>> 24;
    bytes[at + 4] = exact;
    bytes[at + 5] = exact >>> 8;
    at += HASH_BYTES;
  };
  for (const { before, after, lines } of hunks) {
    let head = lines.length * 4 + (before === undefined ? 0 : BEFORE) + (after === undefined ? 0 : AFTER);
    for (; head >= 128; head = Math.floor(head / 128)) bytes[at++] = (head % 128) | 128;
    bytes[at++] = head;
    if (before !== undefined) put(before);
    if (after !== undefined) put(after);
    for (const line of lines) put(line);
  }
  return bytes.subarray(0, at);
}

/** What was written; bytes of another shape end it. */
export function decodeHunks(bytes: Uint8Array): HashedHunk[] {
  const hunks: HashedHunk[] = [];
  let at = 0;
  const next = (): LineHash => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = bytes.subarray(at, at + HASH_BYTES);
    at += HASH_BYTES;
    return { loose: (a | (b << 8) | (c << 16) | (d << 24)) >>> 0, exact: e | (f << 8) };
  };
  while (at < bytes.length) {
    let head = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++] ?? 0;
      head += (byte & 127) * unit;
      if (byte < 128) break;
    }
    const count = Math.floor(head / 4);
    const anchors = (head & BEFORE ? 1 : 0) + (head & AFTER ? 1 : 0);
    if (at + HASH_BYTES * (count + anchors) > bytes.length) return hunks;
    const before = head & BEFORE ? next() : undefined;
    const after = head & AFTER ? next() : undefined;
    hunks.push({ before, after, lines: Array.from({ length: count }, next) });
  }
  return hunks;
}

/** Whether any of the lines has one of these hashes, without looking further. */
export function someLine(bytes: Uint8Array, loose: ReadonlySet<number>): boolean {
  let at = 0;
  while (at < bytes.length) {
    let head = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++] ?? 0;
      head += (byte & 127) * unit;
      if (byte < 128) break;
    }
    at += HASH_BYTES * ((head & BEFORE ? 1 : 0) + (head & AFTER ? 1 : 0));
    const end = Math.min(bytes.length, at + HASH_BYTES * Math.floor(head / 4));
    for (; at < end; at += HASH_BYTES) {
      const hash =
        ((bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16)) +
        (bytes[at + 3] as number) * 0x1000000;
      if (loose.has(hash)) return true;
    }
  }
  return false;
}
