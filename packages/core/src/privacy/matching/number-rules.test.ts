/** Numbers are looked for where enough digits stand together: nothing is found less than when all rules are tried everywhere. */
import { expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { rules } from '../rules/index.ts';
import { compileRule, matchAt } from './compiled-rule.ts';
import type { Finding } from './finding.ts';
import { PlainScan } from './plain-scan.ts';

const numbers = rules.filter(({ anchor }) => anchor.at === 'digits');
const compiled = numbers.map(compileRule);
const scan = new PlainScan(numbers);

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
