/** Bytes dismiss only what asking the rules themselves would dismiss, and most of it. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { loadPiece } from '../kernels/latin-bytes.ts';
import { canOpen } from '../patterns/pattern-opening.ts';
import { patternString } from '../patterns/pattern-strings.ts';
import { rules } from '../rules/index.ts';
import { Automaton } from './automaton.ts';
import { CLASS_OF, CLASSES } from './character-classes.ts';
import { isIdleBreak } from './idle-hits.ts';
import { indexRules } from './keyword-index.ts';
import { breakAt } from './line-breaks.ts';

const random = randomFrom(11);
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
const keyed = rules.filter(({ anchor }) => anchor.at !== 'digits' && anchor.at !== 'block');
const AROUND = [' ', '\n', '\\n', '한', 'Ĵ', 'é', '\r\n  ', '=', 'x', '0', '\\', '"', 'path/to '];

/** Keywords and true secrets, whole and cut, in all surroundings; longer than what is walked without bytes. */
function text(): string {
  let made = '';
  while (made.length < 700) {
    const rule = pick(keyed);
    const match = patternString(rule.pattern, random, rule.caseless);
    const part = [match, match.slice(0, 1 + random(10)), pick(rule.keywords), pick(rule.keywords).toUpperCase()];
    made += pick(AROUND) + pick(part) + pick(AROUND);
  }
  return made;
}

function hitsOf(automaton: Automaton, walked: string): string[] {
  const hits: string[] = [];
  automaton.walk(
    walked,
    (keywords, end) => hits.push(...keywords.map((keyword) => `${keyword} ${end}`)),
    () => {},
  );
  return hits;
}

describe('a keyword', () => {
  it('is dismissed only where no match of its rules begins', () => {
    const index = indexRules(keyed);
    const keywords = [...new Set(keyed.flatMap((rule) => rule.keywords))];
    const telling = new Automaton(keywords);
    let dismissed = 0;
    for (let i = 0; i < 400; i++) {
      const walked = text();
      const told = new Set(hitsOf(index.automaton, walked));
      for (const hit of hitsOf(telling, walked)) {
        if (told.delete(hit)) continue;
        const [keyword, end] = hit.split(' ').map(Number) as [number, number];
        const start = end - index.lengths[keyword]!;
        const open = index.rules[keyword]!.filter(({ opening }) => canOpen(opening, walked, start));
        expect(open.map(({ rule }) => rule.id)).toEqual([]);
        dismissed++;
      }
      expect([...told]).toEqual([]);
    }
    expect(dismissed).toBeGreaterThan(1_000);
  });
});

describe('the end of a line', () => {
  const BREAKS = [
    '\n',
    '\r\n',
    '\r',
    '\\n',
    '\\\\r\\\\n',
    '\\\n',
    '\\x',
    '\n\t ',
    `\n${' '.repeat(45)}`,
    '\\',
    'Ċ',
    '\nĠ',
  ];

  it('is dismissed where the word does not go on behind it', () => {
    let dismissed = 0;
    let goingOn = 0;
    for (let i = 0; i < 4_000; i++) {
      const made = `token${pick(BREAKS)}${pick(['ab', 'b', 'Ĵb', ' b', ''])}`;
      const behind = 'token'.length;
      const table = new Int32Array(CLASSES);
      for (const next of pick(['a', 'b', ' ', 'ab', 'j'])) table[CLASS_OF[next.charCodeAt(0)]!] = 1;
      const length = breakAt(made, behind);
      const goesOn = length > 0 && table[CLASS_OF[made.charCodeAt(behind + length) & 255]!] === 1;
      // Lower halves of characters look like blanks, and resuming finds out.
      const isBlankHalf = made.charCodeAt(behind + length) > 255;
      const isIdle = isIdleBreak(table, 1, 0, behind, loadPiece(made, 0));
      if (goesOn && !isBlankHalf) expect(isIdle, JSON.stringify(made)).toBe(false);
      dismissed += Number(isIdle);
      goingOn += Number(goesOn);
    }
    expect(dismissed).toBeGreaterThan(1_000);
    expect(goingOn).toBeGreaterThan(300);
  });
});
