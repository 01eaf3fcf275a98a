import { describe, expect, it } from 'vitest';
import { hitParts, hitWords } from './hit.ts';

const snippet = (text: string, ...marks: [number, number][]) => ({
  field: 'text',
  text,
  marks,
  cutBefore: false,
  cutAfter: false,
});
const shown = (text: string, words: string) => hitParts(text, words).map(({ start, end }) => text.slice(start, end));

describe('a link to what was found', () => {
  it('has each word that was marked once', () => {
    expect(hitWords(snippet('race condition, Race', [0, 4], [5, 14], [16, 20]))).toBe('"Race" "condition"');
    expect(hitWords(snippet('nothing'))).toBeNull();
    expect(hitWords(null)).toBeNull();
    expect(hitWords(snippet('say "x" now', [0, 11]))).toBe('"say  x  now"');
  });

  it('marks all of them, and goes to where they stand together', () => {
    const text = `race ${'-'.repeat(400)} a Race\ncondition and race`;
    expect(shown(text, '"race" "condition"')).toEqual(['Race', 'condition', 'race', 'race']);
    expect(shown('two\nwords', '"two words"')).toEqual(['two\nwords']);
    expect(shown('a+b (c', '"a+b (c"')).toEqual(['a+b (c']);
    expect(shown('anything', 'no quotes')).toEqual([]);
  });
});
