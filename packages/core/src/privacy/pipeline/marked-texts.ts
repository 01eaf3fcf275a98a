/**
 * Remembers texts by a few of their characters, in constant memory: a text that was added is always known again, and
 * now and then one that only resembles it. The first pass marks the texts in which rules found something; the second
 * need not scan the others again.
 */
export interface TextMarks {
  add(text: string): unknown;
  has(text: string): boolean;
}

const BITS = 18;
const SAMPLES = 12;

export class MarkedTexts implements TextMarks {
  private readonly bits = new Uint8Array(1 << (BITS - 3));

  add(text: string): void {
    const mark = markOf(text);
    this.bits[mark >>> 3]! |= 1 << (mark & 7);
  }

  has(text: string): boolean {
    const mark = markOf(text);
    return (this.bits[mark >>> 3]! & (1 << (mark & 7))) !== 0;
  }
}

function markOf(text: string): number {
  return hashOf(text, 0) >>> (32 - BITS);
}

/** Mixes a text into a number by its length and characters from all over it. */
export function hashOf(text: string, seed: number): number {
  const { length } = text;
  let hash = Math.imul(seed ^ length, 0x9e3779b1);
  const step = Math.max(1, Math.floor(length / SAMPLES));
  for (let at = length - 1; at >= 0; at -= step)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) ^ (hash >>> 15);
  return hash;
}
