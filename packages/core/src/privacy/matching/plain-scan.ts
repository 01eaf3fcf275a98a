/**
 * Runs rules over one text as it is written: the automaton names the places, and only the rules of the keyword are
 * tried there, each in its own way. One object is made for a set of rules and used for all texts, because most texts
 * are short.
 */
import { canOpen } from '../patterns/pattern-opening.ts';
import type { Rule } from '../rule.ts';
import { assignedValue, type Value } from './assignment.ts';
import { blockEnd } from './block.ts';
import { accepts, type CompiledRule, type Match, matchAt } from './compiled-rule.ts';
import type { Finder, Owner } from './finder.ts';
import type { Finding } from './finding.ts';
import { breakAt, joinLines } from './joined-lines.ts';
import { indexRules, type KeywordIndex } from './keyword-index.ts';
import { SecretNames } from './secret-names.ts';
import { isWordStart } from './word-start.ts';

/** A line of a terminal is at least this long when it is broken, so the rest may stand on the next. */
const WRAPPED_LINE = 64;

export class PlainScan implements Finder {
  private readonly index: KeywordIndex;
  private readonly names: SecretNames;
  private readonly ends = new Map<Rule, RegExp>();
  private text = '';
  private found: Finding[] = [];
  private owner: Owner | undefined;
  /** Rules that run over the whole text, once for each text. */
  private readonly whole = new Set<CompiledRule>();
  private blockedTo = 0;
  private valueFor = -1;
  private value: Value | undefined;
  /** Where a keyword is broken, and how long the break is. */
  private brokenAt = 0;
  private brokenBy = 0;

  constructor(rules: readonly Rule[]) {
    this.index = indexRules(rules);
    this.names = new SecretNames(rules);
  }

  isNamed(name: string): boolean {
    return this.names.has(name);
  }

  /** Adds what is found to `found`, in no particular order and with overlaps. */
  run(text: string, found: Finding[], owner?: Owner): void {
    this.text = text;
    this.owner = owner;
    this.found = found;
    this.blockedTo = 0;
    this.valueFor = -1;
    this.index.automaton.walk(text, this.onHit, this.onBreak);
    this.index.numbers?.each(text, this.onNumber);
    if (this.whole.size > 0) this.runWhole();
    this.text = '';
  }

  private readonly onHit = (keywords: readonly number[], end: number): void => {
    for (const keyword of keywords) {
      const start = end - this.index.lengths[keyword]!;
      for (const compiled of this.index.rules[keyword]!) this.tryRule(compiled, start, end);
    }
  };

  private tryRule(compiled: CompiledRule, start: number, end: number): void {
    switch (compiled.at) {
      case 'start':
        this.tryFrom(compiled, start, false);
        break;
      case 'inside':
        this.tryAround(compiled, start, end);
        break;
      case 'assignment':
        this.tryValue(compiled, start, end);
        break;
      case 'block':
        this.tryBlock(compiled, start);
        break;
      case 'whole':
        this.whole.add(compiled);
    }
  }

  private tryFrom(compiled: CompiledRule, start: number, onlyContinued: boolean): void {
    if (!canOpen(compiled.opening, this.text, start)) return;
    if (compiled.needsWordStart && !isWordStart(this.text, start)) return;
    const match = matchAt(compiled, this.text, start, this.owner);
    if (match) this.add(compiled, match);
    if (!match || this.mayGoOn(match.matchEnd))
      this.tryJoined(compiled, start, onlyContinued, match?.matchEnd ?? start);
  }

  /** A match that ends where a line was broken may have lost its end to the next line. */
  private mayGoOn(end: number): boolean {
    if (breakAt(this.text, end) === 0) return false;
    const next = this.text.charCodeAt(end + 1);
    if (this.text.charCodeAt(end) === 92 && (next === 10 || next === 13)) return true;
    return end - (this.text.lastIndexOf('\n', end - 1) + 1) >= WRAPPED_LINE;
  }

  private tryJoined(compiled: CompiledRule, start: number, onlyContinued: boolean, beyond: number): void {
    if (!compiled.isSecret) return;
    if (compiled.needsWordStart && !isWordStart(this.text, start)) return;
    const joined = joinLines(this.text, start, compiled.longest);
    if (!joined || joined.text.length < compiled.shortest || (onlyContinued && !joined.continued)) return;
    const match = matchAt(compiled, joined.text, 0);
    if (!match || match.matchEnd <= joined.firstBreak || joined.place(match.matchEnd) <= beyond) return;
    this.found.push({
      start: joined.place(match.start),
      end: joined.place(match.end),
      value: joined.text.slice(match.start, match.end),
      rule: compiled.rule,
    });
  }

  private tryAround(compiled: CompiledRule, start: number, end: number): void {
    const { rule, back } = compiled;
    const reach = rule.anchor.at === 'inside' ? rule.anchor.reach : 0;
    let from = start;
    for (const stop = Math.max(0, start - reach); from > stop; from--) {
      const unit = this.text.charCodeAt(from - 1);
      if (!(unit < 128 ? back!.ascii[unit] === 1 : back!.others)) break;
    }
    for (; from <= start; from++) {
      const match = matchAt(compiled, this.text, from, this.owner);
      if (!match || match.matchEnd < end) continue;
      this.add(compiled, match);
      return;
    }
  }

  private tryValue(compiled: CompiledRule, start: number, end: number): void {
    if (this.valueFor !== end) {
      this.valueFor = end;
      this.value = assignedValue(this.text, start, end);
    }
    if (this.value) this.tryFrom(compiled, this.value.at, !this.value.quoted);
  }

  private tryBlock(compiled: CompiledRule, start: number): void {
    const { rule } = compiled;
    if (rule.anchor.at !== 'block' || start < this.blockedTo) return;
    compiled.sticky.lastIndex = start;
    if (!compiled.sticky.test(this.text)) return;
    const opened = compiled.sticky.lastIndex;
    const end = blockEnd(this.text, opened, this.endOf(rule, rule.anchor.end), rule.anchor.reach);
    this.blockedTo = end;
    if (end > opened && accepts(compiled, this.text, start, end, this.owner))
      this.add(compiled, { start, end, matchEnd: end });
  }

  private endOf(rule: Rule, pattern: string): RegExp {
    const known = this.ends.get(rule);
    if (known) return known;
    const end = new RegExp(pattern, 'y');
    this.ends.set(rule, end);
    return end;
  }

  private readonly onNumber = (at: number): void => {
    for (const compiled of this.index.numbers!.rules) {
      const match = matchAt(compiled, this.text, at, this.owner);
      if (match) this.add(compiled, match);
    }
  };

  /** A line ends in the middle of a keyword: go on behind it as if it did not. */
  private readonly onBreak = (state: number, at: number): void => {
    const length = breakAt(this.text, at);
    if (length === 0 || !this.index.automaton.goesOn(state, this.text.charCodeAt(at + length))) return;
    this.brokenAt = at;
    this.brokenBy = length;
    this.index.automaton.resume(state, this.text, at + length, this.onBroken);
  };

  private readonly onBroken = (keywords: readonly number[], end: number): void => {
    for (const keyword of keywords) {
      const start = end - this.brokenBy - this.index.lengths[keyword]!;
      for (const compiled of this.index.rules[keyword]!) {
        if (compiled.at === 'start') this.tryJoined(compiled, start, false, this.brokenAt);
      }
    }
  };

  private runWhole(): void {
    for (const compiled of this.whole) this.everywhere(compiled);
    this.whole.clear();
  }

  private everywhere(compiled: CompiledRule): void {
    for (let at = 0; at < this.text.length; at++) {
      const match = matchAt(compiled, this.text, at, this.owner);
      if (!match) continue;
      this.add(compiled, match);
      at = match.matchEnd - 1;
    }
  }

  private add({ rule }: CompiledRule, { start, end }: Match): void {
    this.found.push({ start, end, value: this.text.slice(start, end), rule });
  }
}
