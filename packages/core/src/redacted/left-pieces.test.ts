import { expect, it } from 'vitest';
import { highlighter } from '../search/highlight.ts';
import { fc } from '../testing/property.ts';
import { fold } from '../words/fold.ts';
import { pieces, words } from './left-pieces.ts';

const UNITS = ['a', 'B', 'c', 'D', 'E', '1', '_', ' ', 'é', '日', '本', '.'];
const text = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 16 });

it('cut a text so that nothing is missed that is found by looking at the text', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (whole, asked, prefix) => {
      const needed = pieces(fold(asked));
      if (needed.length === 0) return;
      const marks = highlighter({
        text: [{ excluded: false, at: 0, end: 0, any: [{ text: asked, prefix, at: 0, end: 0 }] }],
      });
      if (marks(whole).length === 0) return;
      const found = new Set<string>();
      words(whole, (word) => found.add(word));
      for (const [n, piece] of needed.entries()) {
        const isOpen = prefix && n === needed.length - 1;
        const has = isOpen ? [...found].some((word) => word.startsWith(piece)) : found.has(piece);
        expect(has, JSON.stringify({ whole, asked, prefix, piece, found: [...found] })).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});
