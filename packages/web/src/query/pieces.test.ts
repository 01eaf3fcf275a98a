import { describe, expect, it } from 'vitest';
import { filtersOf, filterText, hasFilter, piecesOf, withFilter, withoutFilter } from './pieces.ts';

describe('the filters of a query', () => {
  it('are found among words, phrases and patterns', () => {
    const pieces = piecesOf('race -"dead lock" agent:one,"two three" /a b:c/i -is:error http://x Error: std::x');
    expect(pieces.map(({ source, name, values, excluded }) => [source, name, values, excluded])).toEqual([
      ['race', undefined, [], false],
      ['-"dead lock"', undefined, [], true],
      ['agent:one,"two three"', 'agent', ['one', 'two three'], false],
      ['/a b:c/i', undefined, [], false],
      ['-is:error', 'is', ['error'], true],
      ['http://x', undefined, [], false],
      ['Error:', undefined, [], false],
      ['std::x', undefined, [], false],
    ]);
  });

  it('keep what is typed, however odd', () => {
    for (const query of ['"open', 'a"b c"d', '-', '--x', 'tag:', 'agent:"x', '///', 'after:7d,8d ']) {
      const pieces = piecesOf(query);
      expect(pieces.map(({ source }) => source).join(' ')).toBe(query.trim());
      expect(pieces.every(({ at, end, source }) => query.slice(at, end) === source)).toBe(true);
    }
  });

  it('are added to one of the same name, and replace a time', () => {
    expect(withFilter('x', 'agent', 'a')).toBe('x agent:a');
    expect(withFilter('agent:a x', 'agent', 'b c')).toBe('agent:a,"b c" x');
    expect(withFilter('-agent:a', 'agent', 'b')).toBe('-agent:a agent:b');
    expect(withFilter('after:7d x', 'after', '30d')).toBe('after:30d x');
    expect(withFilter('is:error', 'is', 'starred')).toBe('is:error is:starred');
  });

  it('are taken away by value or whole', () => {
    expect(withoutFilter('x agent:a,b y', 'agent', 'a')).toBe('x agent:b y');
    expect(withoutFilter('x agent:a y', 'agent', 'a')).toBe('x y');
    expect(withoutFilter('is:error is:starred', 'is', 'error')).toBe('is:starred');
    expect(withoutFilter('agent:a -agent:b q', 'agent')).toBe('q');
  });

  it('survive being written and read', () => {
    for (const value of ['plain', 'two words', 'a,b', 'quo"te', 'back\\slash "q"']) {
      expect(filtersOf(filterText('project', value))[0]?.values).toEqual([value]);
      expect(hasFilter(`x ${filterText('project', value)}`, 'project', value)).toBe(true);
    }
  });
});
