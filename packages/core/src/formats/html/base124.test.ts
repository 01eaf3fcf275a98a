import { expect, it } from 'vitest';
import { fc } from '../../testing/property.ts';
import { fromBase124, toBase124 } from './base124.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(toBase124(bytes));

it('gives the bytes back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(fromBase124(textOf(bytes), bytes.length)).toEqual(bytes);
    }),
  );
  const zeros = new Uint8Array(1000);
  expect(fromBase124(textOf(zeros), zeros.length)).toEqual(zeros);
});

it('has no character that ends a line or a script element, and little more than seven bits a byte', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
      const text = textOf(bytes);
      expect([...'\0\n\r<'].filter((char) => text.includes(char))).toEqual([]);
      expect(toBase124(bytes).length).toBeLessThanOrEqual(Math.ceil((bytes.length * 8) / 7) + 1);
    }),
  );
});
