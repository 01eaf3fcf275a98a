import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { offsetOf, positionAt } from './json-position.ts';
import { syntaxProblemOf } from './json-syntax.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('finding where text stops being JSON', () => {
  it.each([
    ['{"a":1,}', 7, 'expected a name'],
    ['{"a" 1}', 5, 'expected :'],
    ['[1 2]', 3, 'expected , or a closing bracket'],
    ['[1,]', 3, 'expected a value'],
    ['{"a":1', 6, 'expected , or a closing bracket, found the end'],
    ['', 0, 'expected a value, found the end'],
    ['{}{}', 2, 'expected the end'],
    ['[1}', 2, 'expected , or a closing bracket'],
    ['[nul]', 1, 'expected a value or ]'],
    ['"open', 0, 'expected a value'],
  ])('%j', (text, offset, message) => expect(syntaxProblemOf(text)).toEqual({ offset, message }));

  it('agrees with JSON.parse', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', '-', 'true', ' ', '\n', '"', '\\', '1e5');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (tokens) => {
        const text = tokens.join('');
        expect(syntaxProblemOf(text) === undefined).toBe(parses(text));
      }),
      { numRuns: 3_000 },
    );
    fc.assert(fc.property(fc.json(), (text) => syntaxProblemOf(text) === undefined));
  });

  it('does not overflow on depth', () => {
    expect(syntaxProblemOf('['.repeat(200_000))?.offset).toBe(200_000);
    expect(offsetOf(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)},"b":1}`, '/b')).toBe(400_010);
  });
});

describe('finding the place of a pointer', () => {
  const text = '{\n  "a": [1, {"x/y": "é", "z~": [true, [null]]}],\n  "b": 2, "b": 3\n}';
  it.each([
    ['', '{'],
    ['/a', '['],
    ['/a/0', '1'],
    ['/a/1/x~1y', '"é"'],
    ['/a/1/z~0/1/0', 'null'],
    ['/b', '3'],
  ])('%j', (pointer, start) => expect(text.slice(offsetOf(text, pointer)).startsWith(start)).toBe(true));

  it('gives the nearest value above a missing one', () => {
    expect(offsetOf(text, '/a/1/none/3')).toBe(text.indexOf('{"x/y"'));
    expect(offsetOf(text, '/a/9')).toBe(text.indexOf('['));
  });

  it('counts lines and columns from one', () => {
    expect(positionAt(text, 0)).toEqual({ line: 1, column: 1 });
    expect(positionAt(text, offsetOf(text, '/b'))).toEqual({ line: 3, column: 16 });
  });
});
