import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from './sha256.ts';

const known = (text: string) => createHash('sha256').update(text).digest('hex');

it('is SHA-256, at every length around a block', () => {
  for (let n = 0; n < 200; n++) expect(sha256('a'.repeat(n))).toBe(known('a'.repeat(n)));
});

it('is SHA-256 of any text', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(fc.property(texts, (text) => sha256(text) === known(text)));
});
