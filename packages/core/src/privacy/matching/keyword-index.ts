/** The rules that are noticed by a keyword, and the automaton that finds all of their keywords. */
import type { Rule } from '../rule.ts';
import { Automaton } from './automaton.ts';
import { type CompiledRule, compileRule } from './compiled-rule.ts';
import { NumberRules } from './number-rules.ts';

export interface KeywordIndex {
  readonly automaton: Automaton;
  /** By the number of the keyword: how long it is, and whose it is. */
  readonly lengths: readonly number[];
  readonly rules: readonly (readonly CompiledRule[])[];
  readonly numbers: NumberRules | undefined;
}

export function indexRules(rules: readonly Rule[]): KeywordIndex {
  const byKeyword = new Map<string, CompiledRule[]>();
  const numbers: CompiledRule[] = [];
  for (const rule of rules) {
    const compiled = compileRule(rule);
    if (rule.anchor.at === 'digits') numbers.push(compiled);
    for (const keyword of new Set(rule.keywords)) {
      const others = byKeyword.get(keyword);
      if (others) others.push(compiled);
      else byKeyword.set(keyword, [compiled]);
    }
  }
  const keywords = [...byKeyword.keys()];
  return {
    automaton: new Automaton(keywords),
    lengths: keywords.map((keyword) => keyword.length),
    rules: [...byKeyword.values()],
    numbers: numbers.length > 0 ? new NumberRules(numbers) : undefined,
  };
}
