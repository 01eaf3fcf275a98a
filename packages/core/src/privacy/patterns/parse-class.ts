/** Character classes and escapes of a pattern. */
import { type Characters, charactersIn, inverse, PatternError, union } from './pattern.ts';

const DIGIT = charactersIn(48, 57);
const UPPER = charactersIn(65, 90);
const LOWER = charactersIn(97, 122);
const WORD = union([DIGIT, UPPER, LOWER, charactersIn(95, 95)]);
const SPACE: Characters = { ...union([charactersIn(9, 13), charactersIn(32, 32)]), others: true };
const NAMED: Readonly<Record<string, Characters>> = {
  d: DIGIT,
  D: inverse(DIGIT),
  w: WORD,
  W: inverse(WORD),
  s: SPACE,
  S: inverse(SPACE),
};
const CONTROL: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11 };

interface Read {
  readonly set: Characters;
  /** The single unit, when there is only one: it may open a range. */
  readonly unit: number | undefined;
  readonly end: number;
}

/** A character or an escape outside a class. */
export function readEscape(source: string, at: number, caseless: boolean): Read {
  const read = readUnit(source, at);
  return { ...read, set: caseless ? bothCases(read.set) : read.set };
}

/** A class, from its opening bracket. */
export function parseClass(source: string, at: number, caseless: boolean): { set: Characters; end: number } {
  let next = at + 1;
  const negated = source[next] === '^';
  if (negated) next++;
  const sets: Characters[] = [];
  while (source[next] !== ']') {
    if (next >= source.length) throw new PatternError(at, 'the class is not closed');
    const first = readUnit(source, next);
    next = first.end;
    const isRange = source[next] === '-' && source[next + 1] !== ']' && first.unit !== undefined;
    if (!isRange) {
      sets.push(first.set);
      continue;
    }
    const last = readUnit(source, next + 1);
    if (last.unit === undefined || last.unit < first.unit!) throw new PatternError(next, 'the range is out of order');
    sets.push(charactersIn(first.unit!, last.unit));
    next = last.end;
  }
  const all = caseless ? bothCases(union(sets)) : union(sets);
  return { set: negated ? inverse(all) : all, end: next + 1 };
}

function readUnit(source: string, at: number): Read {
  if (source[at] !== '\\') return single(source.charCodeAt(at), at + 1);
  const letter = source[at + 1];
  if (letter === undefined) throw new PatternError(at, 'nothing follows the backslash');
  const named = NAMED[letter];
  if (named) return { set: named, unit: undefined, end: at + 2 };
  const control = CONTROL[letter];
  if (control !== undefined) return single(control, at + 2);
  const hex = /^\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(source.slice(at, at + 6));
  if (hex) return single(Number.parseInt(hex[1] ?? hex[2]!, 16), at + hex[0].length);
  if (/[0-9k]/.test(letter)) throw new PatternError(at, 'a reference back to a group is not supported');
  if (/[A-Za-z]/.test(letter)) throw new PatternError(at, `\\${letter} is not supported`);
  return single(letter.charCodeAt(0), at + 2);
}

function single(unit: number, end: number): Read {
  return { set: charactersIn(unit, unit), unit, end };
}

function bothCases(set: Characters): Characters {
  const both = union([set]);
  for (let i = 65; i <= 90; i++) both.ascii[i] = both.ascii[i + 32] = set.ascii[i]! | set.ascii[i + 32]!;
  return both;
}
