/** The rules that are noticed by a keyword, and the automaton that finds all of their keywords. */
import { nameLengthOf } from '../named/characters.ts';
import type { Rule } from '../rule.ts';
import { Automaton } from './automaton.ts';
import { type CompiledRule, compileRule } from './compiled-rule.ts';
import { type KeywordOpening, openingBytes } from './idle-hits.ts';
import { NumberRules } from './number-rules.ts';

export interface KeywordIndex {
  readonly automaton: Automaton;
  /** By the number of the keyword: how long it is, and whose it is. */
  readonly lengths: readonly number[];
  /** How much of it can be part of a name. */
  readonly nameLengths: readonly number[];
  /** Where an argument may begin that its last characters open. */
  readonly argumentAt: readonly number[];
  readonly rules: readonly (readonly CompiledRule[])[];
  readonly numbers: NumberRules | undefined;
}

export function indexRules(rules: readonly Rule[]): KeywordIndex {
  const byKeyword = new Map<string, CompiledRule[]>();
  const numbers: CompiledRule[] = [];
  for (const rule of rules) {
    const compiled = compileRule(rule);
    if (rule.anchor.at === 'field') continue;
    if (rule.anchor.at === 'digits') numbers.push(compiled);
    for (const keyword of new Set(rule.keywords)) {
      const others = byKeyword.get(keyword);
      if (others) others.push(compiled);
      else byKeyword.set(keyword, [compiled]);
    }
  }
  const keywords = [...byKeyword.keys()];
  return {
    automaton: new Automaton(keywords, [...byKeyword.values()].map(openingFor)),
    lengths: keywords.map((keyword) => keyword.length),
    nameLengths: keywords.map(nameLengthOf),
    argumentAt: keywords.map((keyword) => keyword.replace(/["'\\]+$/, '').length),
    rules: [...byKeyword.values()],
    numbers: numbers.length > 0 ? new NumberRules(numbers) : undefined,
  };
}

/** Only of keywords that matches begin with: what else is noticed by one may stand anywhere around it. */
function openingFor(rules: readonly CompiledRule[]): KeywordOpening {
  return rules.every(({ rule }) => rule.anchor.at === 'start')
    ? openingBytes(rules.map(({ opening }) => opening))
    : undefined;
}
