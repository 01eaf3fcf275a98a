import { describe, expect, it } from 'vitest';
import { startOf, toggledTree, treeLines } from './json-tree.ts';

const shown = (value: unknown, state = startOf(value)) =>
  treeLines(value, state).map(
    ({ depth, name, value, open }) =>
      `${' '.repeat(depth)}${name}=${value}${open === undefined ? '' : open ? ' -' : ' +'}`,
  );

describe('the tree of a JSON value', () => {
  it('shows the first level, and what is opened', () => {
    const value = { a: 1, b: { c: ['x'] }, d: null, 'e/f': {} };
    const start = startOf(value);
    expect(shown(value)).toEqual(['={4} -', ' a=1', ' b={1} +', ' d=null', ' e/f={0}']);
    const b = treeLines(value, start).find(({ name }) => name === 'b');
    const opened = toggledTree(start, b as NonNullable<typeof b>);
    expect(shown(value, opened)).toEqual(['={4} -', ' a=1', ' b={1} -', '  c=[1] +', ' d=null', ' e/f={0}']);
    expect(shown(value, toggledTree(opened, b as NonNullable<typeof b>))).toEqual(shown(value));
  });

  it('shows long lists a page at a time', () => {
    const value = Array.from({ length: 250 }, (_, index) => index);
    const start = startOf(value);
    const lines = treeLines(value, start);
    expect(lines).toHaveLength(102);
    expect(lines.at(-1)).toMatchObject({ kind: 'more', value: '150 more' });
    const last = lines.at(-1) as (typeof lines)[number];
    expect(treeLines(value, toggledTree(start, last))).toHaveLength(202);
  });

  it('makes hidden characters visible, and does not follow depth by itself', () => {
    expect(shown({ 'a\u202e': 'b\u2066' })[1]).toBe(' a\\u{202e}="b\\u{2066}"');
    let deep: unknown = 1;
    for (let level = 0; level < 50_000; level++) deep = [deep];
    expect(treeLines(deep, startOf(deep))).toHaveLength(2);
  });
});
