/**
 * Rules that no keyword gives away: cards, telephone numbers, addresses. What they find begins with a digit, or with a
 * sign before one, and holds so many digits. Where that is so, one expression for all rules that are content with as
 * many says whether any matches; only then is each tried by itself.
 */

import { byteKinds, nextRun } from '../kernels/byte-runs.ts';
import { loadPiece } from '../kernels/latin-bytes.ts';
import { MATTERS, NUMBER_BYTES_AT } from '../kernels/scan-layout.ts';
import { parsePattern } from '../patterns/parse-pattern.ts';
import { firstOf } from '../patterns/pattern-extent.ts';
import { SECRET_GROUP } from '../rule.ts';
import type { CompiledRule } from './compiled-rule.ts';
import { isWordStart } from './word-start.ts';

const DIGIT = MATTERS;
const SEPARATOR = 2;
/** What a number is made of. */
const KIND = byteKinds(NUMBER_BYTES_AT);
KIND.fill(DIGIT, 48, 58);
for (const separator of ' .+/()-') KIND[separator.charCodeAt(0)] = SEPARATOR;
/** What may stand before it. */
const PLUS = 43;
const BRACKET = 40;

/** Rules that are content with so many digits, in one expression. */
interface Expression {
  readonly fewest: number;
  readonly any: RegExp;
}

export class NumberRules {
  readonly rules: readonly CompiledRule[];
  private readonly expressions: readonly Expression[];
  private readonly fewest: number;
  private readonly areWords: boolean;

  constructor(rules: readonly CompiledRule[]) {
    this.rules = rules;
    const counts = [...new Set(rules.map(fewestDigits))].sort((a, b) => a - b);
    this.expressions = counts.map((fewest) =>
      expressionOf(
        rules.filter((rule) => fewestDigits(rule) === fewest),
        fewest,
      ),
    );
    this.fewest = counts[0] ?? 1;
    this.areWords = rules.every(({ needsWordStart }) => needsWordStart);
  }

  /**
   * Calls with every place where a rule matches, but for its checks. What has enough digits is at least as long, digits or
   * not; bytes that are halves of other characters may suggest a number that is none.
   */
  each(text: string, onNumber: (at: number) => void): void {
    let from = 0;
    for (let offset = 0; offset + this.fewest <= text.length; ) {
      const length = loadPiece(text, offset);
      const start = nextRun(KIND, from, length, this.fewest);
      if (start >= 0) from = Math.max(start + 1, this.tryNumber(text, offset + start, onNumber) - offset);
      else {
        offset += Math.min(-1 - start, length);
        from = Math.max(0, from - length);
      }
    }
  }

  /** Tries each group of digits of the number that begins at a place, while enough are left; says where it ends. */
  private tryNumber(text: string, first: number, onNumber: (at: number) => void): number {
    let digits = 0;
    let end = first;
    for (let kind = kindAt(text, end); kind > 0; kind = kindAt(text, ++end)) if (kind === DIGIT) digits++;
    for (let at = first; digits >= this.fewest; at++) {
      if (kindAt(text, at) !== DIGIT) continue;
      const before = text.charCodeAt(at - 1);
      if (before === PLUS || before === BRACKET) this.tryAt(text, at - 1, digits, onNumber);
      this.tryAt(text, at, digits, onNumber);
      for (; kindAt(text, at) === DIGIT; at++) digits--;
    }
    return end;
  }

  private tryAt(text: string, at: number, digits: number, onNumber: (at: number) => void): void {
    if (this.areWords && !isWordStart(text, at)) return;
    for (const { fewest, any } of this.expressions) {
      if (digits < fewest) return;
      any.lastIndex = at;
      if (!any.test(text)) continue;
      onNumber(at);
      return;
    }
  }
}

const kindAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit < 128 ? KIND[unit]! : 0;
};

function expressionOf(rules: readonly CompiledRule[], fewest: number): Expression {
  const sources = rules.map(({ sticky }) => sticky.source.replace(`(?<${SECRET_GROUP}>`, '(?:'));
  const caseless = rules.some(({ rule }) => rule.caseless);
  return { fewest, any: new RegExp(`(?<![0-9])(?:${sources.join('|')})`, caseless ? 'iy' : 'y') };
}

function fewestDigits({ rule }: CompiledRule): number {
  const { set, canBeEmpty } = firstOf(parsePattern(rule.pattern, rule.caseless));
  const isFirst = (unit: number) => KIND[unit] === DIGIT || unit === PLUS || unit === BRACKET;
  const beginsElsewhere = set.others || set.ascii.some((is, unit) => is === 1 && !isFirst(unit));
  if (rule.anchor.at !== 'digits' || canBeEmpty || beginsElsewhere)
    throw new Error(`the rule ${rule.id} does not begin with a number`);
  return rule.anchor.min;
}
