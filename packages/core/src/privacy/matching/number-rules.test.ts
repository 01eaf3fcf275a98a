/** Numbers are looked for where enough digits stand together: nothing is found less than when all rules are tried everywhere. */
import { beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { ENGINES, loadedIn } from '../../testing/engines.ts';
import { PIECE } from '../kernels/scan-layout.ts';
import { rules } from '../rules/index.ts';
import { compileRule, matchAt } from './compiled-rule.ts';
import type { Finding } from './finding.ts';
import type { PlainScan } from './plain-scan.ts';

const numbers = rules.filter(({ anchor }) => anchor.at === 'digits');
const compiled = numbers.map(compileRule);
let scan: PlainScan;

function everywhere(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (/[0-9]/.test(text.charAt(at - 1))) continue;
    for (const one of compiled) {
      const match = matchAt(one, text, at);
      if (match) found.push(`${one.rule.id} ${match.start}-${match.end}`);
    }
  }
  return found.sort();
}

function scanned(text: string): string[] {
  const found: Finding[] = [];
  scan.run(text, found);
  return found.map(({ rule, start, end }) => `${rule.id} ${start}-${end}`).sort();
}

describe.each(Object.keys(ENGINES))('numbers, by %s,', (name) => {
  beforeAll(async () => {
    const { PlainScan } = await loadedIn(name, () => import('./plain-scan.ts'));
    scan = new PlainScan(numbers);
  });

  it('finds what rules find that are tried at every place', () => {
    const random = randomFrom(17);
    const pieces = [
      ...numbers.flatMap(({ examples }) => examples),
      ...'0123456789 .-+/()'.split(''),
      ...[
        '\n',
        'a',
        'f0',
        ':',
        'T',
        '\\n',
        '%3D',
        '\u001b[31m',
        '2026-11-16T09:15:30.123Z',
        '10.20.30.40',
        '+49',
        '한',
        'İ',
      ],
    ];
    let all = 0;
    for (let i = 0; i < 1_500; i++) {
      const text = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join('');
      expect(scanned(text), JSON.stringify(text)).toEqual(everywhere(text));
      all += scanned(text).length;
    }
    expect(all).toBeGreaterThan(300);
  });

  it('are found over the border of two pieces, and behind a border that cuts nothing', () => {
    const example = '+49 30 901820-42';
    const expected = scanned(example).length;
    expect(expected).toBeGreaterThan(0);
    for (const filler of ['x ', 'x', ' ', '1 x', '(', 'é', '한']) {
      for (const before of [
        0,
        1,
        PIECE - 30,
        PIECE - 16,
        PIECE - 9,
        PIECE - 3,
        PIECE - 1,
        PIECE,
        PIECE + 1,
        2 * PIECE - 5,
      ]) {
        const lead = filler.repeat(before).slice(0, before);
        const text = `${lead}x ${example} x ${example}`;
        const places = scanned(text).filter((found) => Number(found.split(/[ -]/).at(-1)) > before);
        expect(places.length, `${filler} ${before}`).toBe(2 * expected);
      }
    }
  });

  it('that are longer than a piece are told like others', () => {
    for (const text of [
      `1${' '.repeat(PIECE + 100)}2${' '.repeat(PIECE)}x 10.20.30.40`,
      `${'7'.repeat(2 * PIECE)} x 10.20.30.40`,
      `x${'1 '.repeat(PIECE)}`,
    ]) {
      expect(scanned(text)).toEqual(everywhere(text));
    }
  });
});
