/**
 * Rules that no keyword gives away: cards, telephone numbers, addresses. One expression for all of them says where a
 * number begins that any of them matches; there, each is tried by itself.
 */
import { SECRET_GROUP } from '../rule.ts';
import type { CompiledRule } from './compiled-rule.ts';

export class NumberRules {
  readonly rules: readonly CompiledRule[];
  private readonly any: RegExp;

  constructor(rules: readonly CompiledRule[]) {
    this.rules = rules;
    const sources = rules.map(({ sticky }) => sticky.source.replace(`(?<${SECRET_GROUP}>`, '(?:'));
    const caseless = rules.some(({ rule }) => rule.caseless);
    this.any = new RegExp(`(?<![0-9])(?:${sources.join('|')})`, caseless ? 'gi' : 'g');
  }

  each(text: string, onNumber: (at: number) => void): void {
    this.any.lastIndex = 0;
    for (let found = this.any.exec(text); found; found = this.any.exec(text)) {
      onNumber(found.index);
      // Another may begin within this one.
      this.any.lastIndex = found.index + 1;
    }
  }
}
