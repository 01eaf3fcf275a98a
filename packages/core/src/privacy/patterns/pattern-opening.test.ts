/** A place is dismissed by its first characters only when the pattern itself does not match there. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { rules } from '../rules/index.ts';
import { parsePattern } from './parse-pattern.ts';
import { canOpen, openingOf } from './pattern-opening.ts';
import { patternString } from './pattern-strings.ts';

const opens = (pattern: string, text: string, at = 0): boolean => canOpen(openingOf(parsePattern(pattern)), text, at);

describe('the opening of a pattern', () => {
  it('accepts whatever a rule matches, whole or broken at any place', () => {
    const random = randomFrom(11);
    const dismissed: string[] = [];
    let tried = 0;
    for (const { pattern, caseless } of rules) {
      const opening = openingOf(parsePattern(pattern, caseless));
      const expression = new RegExp(pattern, caseless ? 'iy' : 'y');
      for (let i = 0; i < 12; i++) {
        const text = `${patternString(pattern, random, caseless)}; é`;
        expression.lastIndex = 0;
        if (!expression.test(text)) continue;
        const cut = 1 + random(10);
        const broken = ['\n', '\r\n', '\\\n', '\\n'].map((line) => text.slice(0, cut) + line + text.slice(cut));
        dismissed.push(...[text, ...broken].filter((one) => !canOpen(opening, `é${one}`, 1)));
        tried++;
      }
    }
    expect(dismissed).toEqual([]);
    expect(tried).toBeGreaterThan(2_000);
  });

  it('tells cases apart, and where a character may stand', () => {
    expect(opens('AC[0-9a-f]{32}', 'ACf0')).toBe(true);
    expect(opens('AC[0-9a-f]{32}', 'acf0')).toBe(false);
    expect(opens('pat[A-Za-z0-9]{14}\\.', 'path/to')).toBe(false);
    expect(opens('pat[A-Za-z0-9]{14}\\.', 'a path/to', 2)).toBe(false);
  });

  it('allows anything behind the shortest match, and follows choices, repetitions and lookarounds', () => {
    expect(opens('ab?', 'a#######')).toBe(true);
    expect(opens('(?:ab|cde)f', 'cdef')).toBe(true);
    expect(opens('(?:ab|cde)f', 'abxf')).toBe(false);
    expect(opens('a(?=x)(?:b?){900}c', 'abbbbbbbbbbbbbc')).toBe(true);
    expect(opens('a{2,3}b', 'aaab')).toBe(true);
    expect(opens('a{2,3}b', 'ab')).toBe(false);
    expect(opens('a[^b]', 'aé')).toBe(true);
    expect(opens('ab', 'aé')).toBe(false);
  });
});
