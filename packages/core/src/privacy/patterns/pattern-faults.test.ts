import { describe, expect, it } from 'vitest';
import { parsePattern } from './parse-pattern.ts';
import { extentOf } from './pattern-extent.ts';
import { patternFaults } from './pattern-faults.ts';

const SAFE = [
  'ghp_[A-Za-z0-9]{36}',
  'sk-(?:proj|svcacct)-[\\w-]{20,200}',
  '[\\w.%+-]{1,64}@(?:[a-z0-9-]{1,63}\\.){1,8}[a-z]{2,24}',
  '://[^\\s:@/]{1,100}:(?<secret>[^\\s@]{1,200})@',
  'eyJ[\\w-]{10,2000}\\.eyJ[\\w-]{10,4000}\\.[\\w-]{20,1000}',
  '(?<!x)a{3}(?![a-z-])',
  '\\d{4}[- ]?\\d{4}[- ]?\\d{4}',
  '(?:[0-9a-f]{1,4}:){2,7}[0-9a-f]{1,4}',
  '[A-Z]{2}[0-9]{2} ?(?:[A-Z0-9]{4} ?){2,7}[A-Z0-9]{0,4}',
  '(?:token |key |api-key )?[A-Za-z -]{16,1000}',
  '\\u0041\\x42[\\]\\-^]',
];

const REFUSED: readonly [pattern: string, at: number, message: RegExp][] = [
  ['abc[a-z]+', 3, /without an upper bound/],
  ['a(?:b*c){3}', 4, /without an upper bound/],
  ['x{2,}', 0, /without an upper bound/],
  ['q(?:[a-z]{1,30}){1,30}z', 1, /too many ways/],
  ['(?:a|a){1,40}b', 0, /too many ways/],
  ['(?:[a-z]{1,10}\\.?){1,8}@', 0, /too many ways/],
  ['[a-z]{0,99}[a-z]{0,99}[a-z]{0,99}!', 0, /too many ways/],
  ['(a)\\1', 3, /reference back/],
  ['(?<n>a)\\k<n>', 7, /reference back/],
  ['(?i:abc)', 0, /not supported/],
  ['a)', 1, /closing bracket/],
  ['(a', 0, /not closed/],
  ['[a', 0, /not closed/],
  ['[z-a]', 2, /out of order/],
  ['a{3,1}', 1, /out of order/],
  ['*a', 0, /nothing to repeat/],
  ['a?', 0, /empty text/],
  ['(?=x{300})y', 0, /looks further/],
  ['[a-z]{20000}', 0, /more than/],
  ['\\p{L}', 0, /not supported/],
  [`${'('.repeat(80)}a${')'.repeat(80)}`, 60, /too deeply/],
];

describe('patterns of rules', () => {
  it.each(SAFE)('accepts %s', (pattern) => {
    expect(patternFaults(pattern)).toEqual([]);
  });

  it.each(REFUSED)('refuses %s and names the place', (pattern, at, message) => {
    const [fault] = patternFaults(pattern);
    expect(fault?.message).toMatch(message);
    expect(fault?.at).toBe(at);
  });

  it('knows how long matches are', () => {
    expect(extentOf(parsePattern('ab{2,3}(?:c|de)?(?!x)'))).toEqual({ min: 3, max: 6 });
  });
});
