import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import type { Piece } from './contract.ts';
import { linesOf, textOf } from './text-pieces.ts';

const lines = async (pieces: Piece[], max?: number) => {
  const found = [];
  for await (const line of linesOf(pieces, max)) found.push(line);
  return found;
};

describe('lines of pieces', () => {
  it('are the same wherever the pieces are cut', async () => {
    const text = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r', '\u2028', ' '), { maxLength: 30 });
    const cuts = fc.array(fc.nat(120), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(text, cuts, async (characters, cuts) => {
        const whole = characters.join('');
        const bytes = new TextEncoder().encode(whole);
        const places = [0, ...cuts.filter((at) => at < bytes.length).toSorted((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end));
        const expected = whole.replace(/\n$/, '').split('\n');
        expect((await lines(pieces)).map(({ text }) => text)).toEqual(whole === '' ? [] : expected);
        expect(await textOf(pieces)).toBe(whole);
      }),
    );
  });

  it('are numbered from one and lose a byte order mark', async () => {
    expect(await lines(['\ufeffa\n', '\nb'])).toEqual([
      { text: 'a', number: 1, cut: false },
      { text: '', number: 2, cut: false },
      { text: 'b', number: 3, cut: false },
    ]);
    expect((await lines([new TextEncoder().encode('\ufeffa')]))[0]?.text).toBe('a');
  });

  it('are cut when they are too long to hold', async () => {
    expect(await lines(['abc', 'def\ng'], 4)).toEqual([
      { text: 'abcd', number: 1, cut: true },
      { text: 'g', number: 2, cut: false },
    ]);
    expect(await textOf(['abc', 'def'], 5)).toBeUndefined();
  });
});
