import { describe, expect, it } from 'vitest';
import { headOf, topLevelKeys } from './head.ts';

const encode = (text: string) => new TextEncoder().encode(text);

describe('the head of an input', () => {
  it('has the whole records and leaves out the one that is cut', () => {
    expect(headOf(encode('{"a":1}\nnoise\n{"b":2}{"c":3}\n{"d":')).records).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  });

  it.each([
    ['{"info":{"x":1},"messages":[{"y"', ['info', 'messages']],
    ['{"a\\"b":"c:d","e"', ['a\\"b']],
    ['[{"a":1}]', []],
    ['{}', []],
    ['', []],
    ['no json', []],
  ])('%s has the keys %j', (text, keys) => {
    expect(topLevelKeys(text)).toEqual(keys);
  });

  it.each([
    ['{"a":{"x":1},"b":2}\n{"c":3}\n', ['a', 'b']],
    ['{"a":1}{"b":2}\n{"c":3}\n', ['a']],
    ['{\n  "a": {"x":1},\n  "b": 2\n}\n', ['a', 'b']],
    ['{"a":{"x":1}\n,"b":{"y":2}\n}\n', ['a', 'b']],
  ])('%j as a whole has the keys %j', (text, keys) => {
    expect(headOf(encode(text)).keys).toEqual(keys);
  });
});
