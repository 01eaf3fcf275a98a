/**
 * A secret that was broken over lines, or put together from strings, where its first half has the shape of a whole one: the
 * half is found, and the rest would stay. It belongs to it when nothing else stands in the next, when that looks as random as a secret does,
 * and when the pattern takes both together for one.
 */
import type { Rule } from '../rule.ts';
import { isWordy } from '../validation/word-like.ts';
import type { Finding } from './finding.ts';
import { Joints } from './joints.ts';

/** All of a line, and no word: shorter ones are not worth having. */
const REST = /[A-Za-z0-9_+/-]{12,512}={0,2}(?=["'`\\\r\n]|$)/y;
/** All of a string that is put behind another, or of a line in a frame. */
const REST_OF_STRING = /[A-Za-z0-9_+/.-]{4,512}={0,2}(?=["'`\\]|[ \t]{0,200}[│┃|])/y;
const patterns = new WeakMap<Rule, RegExp>();

/** Makes findings longer by the next piece where that is their rest, and nothing that was found by itself. */
export function takeRests(text: string, found: Finding[]): void {
  let starts: ReadonlySet<number> | undefined;
  const isFound = (place: number) => {
    starts ??= new Set(found.map(({ start }) => start));
    return starts.has(place);
  };
  for (const [i, finding] of found.entries()) {
    const { rule } = finding;
    if (rule.type === 'secret' && rule.anchor.at === 'start' && rule.confidence === 'high')
      found[i] = withRest(text, finding, isFound);
  }
}

function withRest(text: string, finding: Finding, isFound: (place: number) => boolean): Finding {
  const joints = new Joints(text, finding.start);
  let longer = finding;
  for (let i = 0; i < MOST_RESTS; i++) {
    const { end, value, rule } = longer;
    const length = joints.lengthAt(end);
    if (length === 0 || isFound(end + length)) return longer;
    const isString = !isLineEnd(text.charCodeAt(end));
    const pattern = isString ? REST_OF_STRING : REST;
    pattern.lastIndex = end + length;
    const rest = pattern.exec(text)?.[0];
    if (
      rest === undefined ||
      (isString ? isWordy(rest) : !isRandom(rest)) ||
      matchEnd(rule, value + rest) <= value.length
    )
      return longer;
    longer = { ...longer, value: value + rest, end: end + length + rest.length };
  }
  return longer;
}

const MOST_RESTS = 16;
const isRandom = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text);
const isLineEnd = (unit: number): boolean => unit === 10 || unit === 13;

function matchEnd(rule: Rule, text: string): number {
  const pattern = patterns.get(rule) ?? new RegExp(rule.pattern, rule.caseless ? 'iy' : 'y');
  patterns.set(rule, pattern);
  pattern.lastIndex = 0;
  return pattern.test(text) ? pattern.lastIndex : 0;
}
