import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { jsonText } from './json-text.ts';

/** Deeper than JSON.stringify can go, with an ordinary value at the bottom. */
const DEPTH = 20_000;
const nested = (inner: unknown): unknown => {
  let value = inner;
  for (let level = 0; level < DEPTH; level++) value = [value];
  return value;
};

describe('jsonText', () => {
  it('gives the text of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        expect(jsonText(value, indent)).toBe(JSON.stringify(value, null, indent));
      }),
    );
    expect(jsonText(undefined)).toBe('null');
  });

  it('gives the same for values that JSON.stringify cannot take', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => JSON.stringify(nested(value))).toThrow(RangeError);
        expect(jsonText(nested(value))).toBe(`${'['.repeat(DEPTH)}${JSON.stringify(value)}${']'.repeat(DEPTH)}`);
      }),
      { numRuns: 10 },
    );
    const odd = { a: undefined, b: [undefined, {}, []], c: 1 };
    expect(jsonText(nested(odd)).slice(DEPTH, -DEPTH)).toBe('{"b":[null,{},[]],"c":1}');
  });
});
