/**
 * Rules that no keyword gives away: cards, telephone numbers, addresses. What they find begins with a digit, or with a
 * sign before one, and holds so many digits. Where that is so, one expression for all rules that are content with as
 * many says whether any matches; only then is each tried by itself.
 */
import { parsePattern } from '../patterns/parse-pattern.ts';
import { firstOf } from '../patterns/pattern-extent.ts';
import { SECRET_GROUP } from '../rule.ts';
import type { CompiledRule } from './compiled-rule.ts';
import { loadPiece } from './latin-bytes.ts';
import { DIGIT, numberKind, SEPARATORS } from './number-bytes.ts';
import { type Kernels, kernels } from './scan-memory.ts';
import { isWordStart } from './word-start.ts';

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
  /** That many digits, which most numbers do not have. */
  private readonly number: RegExp;
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
    this.number = new RegExp(`[0-9](?:[${SEPARATORS}]*[0-9]){${this.fewest - 1}}`, 'g');
    this.areWords = rules.every(({ needsWordStart }) => needsWordStart);
  }

  /** Calls with every place where a rule matches, but for its checks. */
  each(text: string, onNumber: (at: number) => void): void {
    const { number } = this;
    number.lastIndex = kernels && !WIDE.test(text) ? this.inPieces(text, kernels, onNumber) : 0;
    while (number.lastIndex < text.length && number.test(text)) {
      number.lastIndex = this.tryBehind(text, number.lastIndex, onNumber);
    }
  }

  /** Says how far it came: to the end, or to a number that goes on for longer than a piece. */
  private inPieces(text: string, { nextNumber }: Kernels, onNumber: (at: number) => void): number {
    let offset = 0;
    for (let from = 0; offset < text.length; ) {
      const length = loadPiece(text, offset);
      const behind = from < length ? nextNumber(from, length, this.fewest) : -1 - length;
      if (behind > 0) {
        from = this.tryBehind(text, offset + behind, onNumber) - offset;
        continue;
      }
      const next = offset + length < text.length ? -1 - behind : length;
      if (next === 0) return offset;
      offset += next;
      from = Math.max(0, from - next);
    }
    return text.length;
  }

  /** The number with its last of so many digits before a place; says where it ends. */
  private tryBehind(text: string, behind: number, onNumber: (at: number) => void): number {
    let first = behind;
    for (let left = this.fewest; left > 0; ) if (kindAt(text, --first) === DIGIT) left--;
    return this.tryNumber(text, first, onNumber);
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

const kindAt = (text: string, at: number): number => numberKind(text.charCodeAt(at));

/** Bytes may be halves of these. Of strings that cannot hold one, the engine knows it at once. */
const WIDE = /[^\0-\xff]/;

function expressionOf(rules: readonly CompiledRule[], fewest: number): Expression {
  const sources = rules.map(({ sticky }) => sticky.source.replace(`(?<${SECRET_GROUP}>`, '(?:'));
  const caseless = rules.some(({ rule }) => rule.caseless);
  return { fewest, any: new RegExp(`(?<![0-9])(?:${sources.join('|')})`, caseless ? 'iy' : 'y') };
}

function fewestDigits({ rule }: CompiledRule): number {
  const { set, canBeEmpty } = firstOf(parsePattern(rule.pattern, rule.caseless));
  const isFirst = (unit: number) => numberKind(unit) === DIGIT || unit === PLUS || unit === BRACKET;
  const beginsElsewhere = set.others || set.ascii.some((is, unit) => is === 1 && !isFirst(unit));
  if (rule.anchor.at !== 'digits' || canBeEmpty || beginsElsewhere)
    throw new Error(`the rule ${rule.id} does not begin with a number`);
  return rule.anchor.min;
}
