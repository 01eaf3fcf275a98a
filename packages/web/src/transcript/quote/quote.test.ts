import { fc } from '@hansard/core/testing/property.ts';
import { describe, expect, it } from 'vitest';
import { partOf, quoteIn, quoteOf, quoteQuery } from './quote.ts';

const through = (text: string, start: number, end: number) => {
  const quote = quoteOf(text, { start, end });
  if (!quote) return undefined;
  const values = Object.entries(quoteQuery(quote)).filter((entry): entry is [string, string] => entry[1] !== null);
  const again = quoteIn(new URLSearchParams(new URLSearchParams(values).toString()));
  return again && partOf(text, again);
};

describe('a part of a text', () => {
  it('is found again by its link, whatever else is like it', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'ä', '😀', '&', '%'), maxLength: 400 });
    fc.assert(
      fc.property(texts, fc.nat(400), fc.nat(400), (text, one, other) => {
        const [start, end] = [Math.min(one, other, text.length), Math.min(Math.max(one, other), text.length)];
        const found = through(text, start, end);
        const wanted = text.slice(start, end).trim();
        // Nobody can select half of a character.
        if (!wanted.isWellFormed()) return;
        expect(found && text.slice(found.start, found.end)).toBe(wanted === '' ? undefined : wanted);
        if (found) expect(found.start).toBe(start + text.slice(start, end).indexOf(wanted));
      }),
    );
  });

  it('is told in a short link, also when it is long', () => {
    const quote = quoteOf('x'.repeat(50_000), { start: 10, end: 40_000 });
    expect(quote?.words.length).toBe(80);
    expect(new URLSearchParams(Object.entries(quoteQuery(quote as never)) as never).toString().length).toBeLessThan(
      130,
    );
  });

  it('that is gone is not found, and numbers that make no sense do no harm', () => {
    expect(partOf('other words', { words: 'gone', before: 0, length: 4 })).toBeUndefined();
    expect(partOf('once', { words: 'once', before: 3, length: 4 })).toBeUndefined();
    const quote = quoteIn(new URLSearchParams('text=words&nth=-7&length=1e99'));
    expect(quote).toEqual({ words: 'words', before: 0, length: 1e6 });
    expect(quoteIn(new URLSearchParams('text='))).toBeUndefined();
  });
});
