/**
 * No text makes scanning slow. Patterns are bounded one by one (see `patterns/`); here the whole engine is given texts made
 * to keep it busy, and its work is counted: expressions tried and characters copied. Twice the text is at most twice
 * the work, with a little on top.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import { transcriptOf } from '../../testing/small-transcript.ts';
import { testGate } from '../../testing/test-gate.ts';
import { patternString } from '../patterns/pattern-strings.ts';
import { rules } from '../rules/index.ts';
import { PlainScan } from './plain-scan.ts';
import { Scanner } from './scanner.ts';

const scan = new PlainScan(rules);
const scanner = new Scanner([scan], [scan]);
let work = 0;

const { test, exec } = RegExp.prototype;
const { slice } = String.prototype;

/** Counted by hand: a spy would remember every call. */
beforeEach(() => {
  RegExp.prototype.test = function (text: string) {
    work++;
    return test.call(this, text);
  };
  RegExp.prototype.exec = function (text: string) {
    work++;
    return exec.call(this, text);
  };
  String.prototype.slice = function (this: string, start?: number, end?: number) {
    const part = slice.call(this, start, end);
    work += 1 + part.length / 16;
    return part;
  };
});

afterEach(() => {
  Object.assign(RegExp.prototype, { test, exec });
  Object.assign(String.prototype, { slice });
});

function workFor(text: string): number {
  work = 0;
  scanner.scan(text);
  return work;
}

const SHORT = 4_000;
/** Rules of a kind are alike: one in so many is tried. */
const ONE_IN = 6;

/** Whether twice the text is more than twice the work, with a little on top. */
function isMoreThanLinear(piece: string): boolean {
  const text = (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const [short, long] = [workFor(text(SHORT)), workFor(text(2 * SHORT))];
  return long > 2.3 * short + SHORT;
}

const random = randomFrom(11);
const of = (rule: (typeof rules)[number]) => rule.keywords[random(rule.keywords.length)] ?? '1';
const SHAPES: Readonly<Record<string, (rule: (typeof rules)[number]) => string>> = {
  'its keyword': of,
  'its keyword at line ends, broken by escapes': (rule) => `${of(rule)}\n${of(rule)}\\n%2F`,
  'its keyword and more of the same': (rule) => of(rule) + 'aB3'.repeat(30),
  'what it finds, assigned, and all but the end of it': (rule) => {
    const found = patternString(rule.pattern, random, rule.caseless);
    return `${of(rule)}='${found}',${found.slice(0, -1)}`;
  },
};

describe('a text that repeats what a rule goes by', () => {
  it.each(Object.entries(SHAPES))('%s', (_, shape) => {
    const tried = rules.filter((_rule, i) => i % ONE_IN === 0);
    const pieces = tried.map((rule) => ({ id: rule.id, piece: shape(rule) }));
    expect(pieces.filter(({ piece }) => isMoreThanLinear(piece)).map(({ id }) => id)).toEqual([]);
  });
});

describe('a text that repeats', () => {
  it.each([
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\nMIIE',
    `-----BEGIN PRIVATE KEY-----\n${'MIIE'.repeat(40)}\n`,
    '@',
    'a@',
    'a.b@c.',
    '1 ',
    '1.',
    '1-',
    '+1(',
    '192.168.',
    '\\',
    '\\u0061',
    '%41',
    '%',
    'QUJD',
    'QUJD\n',
    `${'QUJD'.repeat(19)}\n`,
    'a='.repeat(4),
    '"',
    '\\"',
    'token: ',
    'password=x',
    '://a:b@',
    'eyJ.eyJ.',
    '<<E\n',
    '*** Begin Patch\n',
    '[REDACTED:x]',
    '[REDACTED:',
    'anon-user-0123456789a',
    '\n',
    '\r\n \t',
  ])('%j', (piece) => {
    expect(isMoreThanLinear(piece)).toBe(false);
  });
});

describe('a transcript that holds thousands of findings', () => {
  it('costs in proportion', () => {
    const worth = (count: number): number => {
      const events = Array.from({ length: count }, (_, i) => ({
        text: `user${i}@mail-${i}.io /home/person${i}/x token=k${i}Zx81QpLm9${i}`,
      }));
      // A gate remembers texts and what it prepared: each transcript has its own, and one that is ready.
      const gate = testGate('strict');
      gate.redactTranscript(transcriptOf([{ text: 'hello' }]));
      work = 0;
      gate.redactTranscript(transcriptOf(events));
      return work;
    };
    expect(worth(400) / worth(200)).toBeLessThan(2.1);
  });
});
