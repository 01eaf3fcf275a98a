import { expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { canonicalJson } from './canonical-json.ts';

it('sorts members by UTF-16 units, as RFC 8785 has it', () => {
  const value = {
    '\u20ac': 'Euro',
    '\r': 'return',
    '\ufb33': 'Hebrew',
    '1': 'one',
    '\u{1f600}': 'smile',
    '\u0080': 'control',
    ö: 'o',
  };
  const order = Object.keys(JSON.parse(canonicalJson(value)));
  // A name of digits comes first in every object of this language; the text itself has it in its place.
  expect(order).toEqual(['1', '\r', '\u0080', 'ö', '\u20ac', '\u{1f600}', '\ufb33']);
});

it('writes numbers and literals as the standard does', () => {
  expect(
    canonicalJson({
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0],
      literals: [null, true, false],
    }),
  ).toBe('{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0]}');
});

it('is the same for the same value in any order, and reads back', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).reverse());
      expect(canonicalJson(turned)).toBe(canonicalJson(value));
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
    }),
  );
});

it('refuses what is no JSON', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1]) {
    expect(() => canonicalJson({ value })).toThrow(TypeError);
  }
});
