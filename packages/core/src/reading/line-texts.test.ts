/** Whatever the lines hold and however they lie in a chunk, their texts are what decoding them one by one gives. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../testing/damage.ts';
import { LineTexts } from './line-texts.ts';

const PIECES = ['plain words ', '{"a":1}', 'é', '漢字', '😀', '\u2028', '\0', '\r', 'long '.repeat(1500)];

describe('texts of lines', () => {
  it('are the same as those of each line by itself', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 20; round++) {
      // Most rounds are ASCII: only there are blocks used.
      const pieces = round % 4 === 0 ? PIECES : PIECES.filter((piece) => !/[^\0-\x7f]/.test(piece));
      const lines = Array.from({ length: 300 }, () =>
        Array.from({ length: random(4) }, () => pieces[random(pieces.length)]).join(''),
      );
      expect(cut(new LineTexts(), Buffer.from(lines.join('\n')))).toEqual(lines);
    }
  });

  it('come from the bytes at hand when a buffer is used again', () => {
    const texts = new LineTexts();
    const buffer = Buffer.from('one\ntwo');
    expect(cut(texts, buffer)).toEqual(['one', 'two']);
    buffer.write('six\nten');
    expect(cut(texts, buffer)).toEqual(['six', 'ten']);
  });

  it('may begin behind a mark or a prefix, and be of other bytes than the chunk', () => {
    const texts = new LineTexts();
    const chunk = Buffer.from('data: one\ndata: two');
    texts.begin(chunk);
    expect(texts.of(chunk, 6, 9)).toBe('one');
    expect(texts.of(Buffer.from('other'), 0, 5)).toBe('other');
    expect(texts.of(chunk, 16, 19)).toBe('two');
    expect(texts.of(chunk, 0, 9)).toBe('data: one');
  });

  it('are decoded without Node as well', () => {
    expect(cut(new LineTexts(), new TextEncoder().encode('one\nzwö\n漢'))).toEqual(['one', 'zwö', '漢']);
  });
});

function cut(texts: LineTexts, chunk: Uint8Array): string[] {
  texts.begin(chunk);
  const lines: string[] = [];
  let from = 0;
  while (from <= chunk.length) {
    const at = chunk.indexOf(10, from);
    const to = at < 0 ? chunk.length : at;
    lines.push(texts.of(chunk, from, to));
    from = to + 1;
  }
  return lines;
}
