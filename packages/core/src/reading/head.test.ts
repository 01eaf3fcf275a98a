import { describe, expect, it } from 'vitest';
import { HEAD_BYTES, headBytes, headOf, topLevelKeys } from './head.ts';

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

  it.each([300_000, 3_000_000])('goes on to the end of the first records when these take %d bytes', async (bytes) => {
    const first = JSON.stringify({ type: 'user', image: 'x'.repeat(bytes) });
    const second = JSON.stringify({ type: 'assistant' });
    const file = encode(`${first}\n${second}\n${`${second}\n`.repeat(100)}`);
    async function* chunks() {
      for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536);
    }
    const head = await headBytes(chunks());
    expect(headOf(head).records.slice(0, 2)).toEqual([JSON.parse(first), JSON.parse(second)]);
    expect(head.length).toBeLessThan(bytes + HEAD_BYTES);
  });

  it('takes no more than usual of what is no log', async () => {
    async function* chunks() {
      for (let n = 0; n < 100; n++) yield encode('x'.repeat(65_536));
    }
    expect((await headBytes(chunks())).length).toBe(HEAD_BYTES);
  });
});
