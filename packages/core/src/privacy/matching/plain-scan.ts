/**
 * Runs rules over one text as it is written: the automaton names the places, and only the rules of the keyword are
 * tried there, each in its own way. One object is made for a set of rules and used for all texts, because most texts
 * are short.
 */
import { NAME, skip, skipBack } from '../named/characters.ts';
import { cellsOf } from '../named/columns.ts';
import { NamedReader, type ReadValue } from '../named/read-named.ts';
import { canOpen } from '../patterns/pattern-opening.ts';
import type { Rule } from '../rule.ts';
import { assignedValue, type Value } from './assignment.ts';
import { blockEnd } from './block.ts';
import { accepts, type CompiledRule, compileRule, type Match, matchAt, secretOf } from './compiled-rule.ts';
import type { Finder, Owner } from './finder.ts';
import type { Finding } from './finding.ts';
import { JoinedMatches } from './joined-matches.ts';
import { indexRules, type KeywordIndex } from './keyword-index.ts';
import { breakAt } from './line-breaks.ts';
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
  /** What the name that ends at a place stands for, and the reader of the text that it is in. */
  private readFor = -1;
  private readonly read: ReadValue[] = [];
  private reader: { readonly text: string; readonly named: NamedReader } | undefined;
  private joined: JoinedMatches | undefined;
  /** Where a keyword is broken, and how long the break is. */
  private brokenAt = 0;
  private brokenBy = 0;

  constructor(rules: readonly Rule[]) {
    this.index = indexRules(rules);
    this.names = new SecretNames(rules.map(compileRule));
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
    this.readFor = -1;
    this.index.automaton.walk(text, this.onHit, this.onBreak);
    this.index.numbers?.each(text, this.onNumber);
    if (this.whole.size > 0) this.runWhole();
    this.text = '';
    this.reader = undefined;
    this.joined = undefined;
  }

  private readonly onHit = (keywords: readonly number[], end: number): void => {
    for (const keyword of keywords) {
      const start = end - this.index.lengths[keyword]!;
      for (const compiled of this.index.rules[keyword]!) this.tryRule(compiled, start, end, keyword);
    }
  };

  private tryRule(compiled: CompiledRule, start: number, end: number, keyword: number): void {
    switch (compiled.at) {
      case 'start':
        this.tryFrom(compiled, start, false);
        break;
      case 'inside':
        this.tryAround(compiled, start, end);
        break;
      case 'assignment':
        if (compiled.whole) this.tryWhole(compiled, start, start + this.index.nameLengths[keyword]!);
        else this.tryValue(compiled, start, end);
        break;
      case 'argument':
        this.tryArgument(compiled, start, start + this.index.argumentAt[keyword]!);
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
    this.joined ??= new JoinedMatches(this.text);
    const found = this.joined.from(compiled, start, onlyContinued, beyond);
    if (found) this.found.push(found);
  }

  private tryAround(compiled: CompiledRule, start: number, end: number): void {
    const { rule, back } = compiled;
    const reach = rule.anchor.at === 'inside' ? rule.anchor.reach : 0;
    let from = start;
    for (const stop = Math.max(0, start - reach); from > stop; from--) {
      const unit = this.text.charCodeAt(from - 1);
      if (!(unit < 128 ? back!.ascii[unit] === 1 : back!.others)) break;
    }
    const first = from;
    for (; from <= start; from++) {
      const match = matchAt(compiled, this.text, from, this.owner);
      if (!match || match.matchEnd < end) continue;
      this.add(compiled, match);
      if (!this.mayGoOn(match.matchEnd)) return;
      break;
    }
    this.joined ??= new JoinedMatches(this.text);
    const found = this.joined.around(compiled, first, end);
    if (found) this.found.push(found);
  }

  private tryValue(compiled: CompiledRule, start: number, end: number): void {
    if (this.valueFor !== end) {
      this.valueFor = end;
      this.value = assignedValue(this.text, start, end);
    }
    if (this.value) this.tryFrom(compiled, this.value.at, !this.value.quoted);
    else if (compiled.rule.type === 'pii') this.tryColumn(compiled, start, end);
  }

  /** Numbers of people stand in columns under their names. */
  private tryColumn(compiled: CompiledRule, start: number, end: number): void {
    if (!mayHeadColumn(this.text, end)) return;
    const own = this.owner ? this.owner(start, end) : { text: this.text, offset: 0 };
    if (!own) return;
    const { text, offset } = own;
    const place = { kind: 'cell', name: nameAround(text, start - offset, end - offset) } as const;
    cellsOf(text, start - offset, end - offset, (cell) => {
      compiled.sticky.lastIndex = cell.start;
      if (!compiled.sticky.test(text) || compiled.sticky.lastIndex !== cell.end) return;
      const value = text.slice(cell.start, cell.end);
      if (!compiled.checks.every((check) => check(value, text, cell.start, place))) return;
      this.found.push({ start: cell.start + offset, end: cell.end + offset, value, rule: compiled.rule });
    });
  }

  private tryWhole(compiled: CompiledRule, start: number, end: number): void {
    const tail = skip(NAME, this.text, end, 40);
    if (this.readFor !== tail) {
      this.readFor = tail;
      this.read.length = 0;
      this.readNamed(start, end);
    }
    for (const value of this.read) this.takeValue(compiled, value);
  }

  private takeValue(compiled: CompiledRule, { start, end, value, text, at, kind, name }: ReadValue): void {
    const part = secretOf(compiled, value, text, at, { kind, name });
    if (!part) return;
    // What is written with escapes or quotes is longer than the value: it goes from where the secret may begin.
    const isPlain = end - start === value.length;
    const from = isPlain ? start + part[0] : start;
    this.found.push({
      start: from,
      end: isPlain ? start + part[1] : end,
      value: value.slice(...part),
      rule: compiled.rule,
    });
  }

  private tryArgument(compiled: CompiledRule, start: number, end: number): void {
    if (compiled.command && !compiled.command.test(lineBefore(this.text, start))) return;
    if (compiled.behind && !compiled.behind.test(lineBehind(this.text, end))) return;
    this.withReader(start, end, (reader, offset) => {
      reader.readArgument(start - offset, end - offset, compiled, (value) => {
        this.takeValue(compiled, { ...value, start: value.start + offset, end: value.end + offset });
      });
    });
  }

  /** In a text that was joined from several, the one that the name stands in. */
  private readNamed(start: number, end: number): void {
    this.withReader(start, end, (reader, offset) => {
      reader.read(start - offset, end - offset, (value) => {
        this.read.push({ ...value, start: value.start + offset, end: value.end + offset });
      });
    });
  }

  private withReader(start: number, end: number, then: (reader: NamedReader, offset: number) => void): void {
    const own = this.owner ? this.owner(start, end) : { text: this.text, offset: 0 };
    if (!own) return;
    const { text, offset } = own;
    if (this.reader?.text !== text) this.reader = { text, named: new NamedReader(text) };
    then(this.reader.named, offset);
  }

  /** The text is all of a field of this name: the first rule that takes it says what it is. */
  runField(name: string, text: string, found: Finding[]): void {
    const value = text.trim();
    const start = text.indexOf(value);
    for (const compiled of this.names.rulesFor(name)) {
      if (!secretOf(compiled, value, value, 0, { kind: 'field', name })) continue;
      found.push({ start, end: start + value.length, value, rule: compiled.rule });
      return;
    }
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

const LONGEST_COMMAND = 600;

/** The line before a place, with those before it that go on after a backslash. */
function lineBefore(text: string, at: number): string {
  const stop = Math.max(0, at - LONGEST_COMMAND);
  let from = at;
  while (from > stop) {
    const end = text.lastIndexOf('\n', from - 1);
    if (end < stop) return text.slice(stop, at);
    from = end;
    const before = text.charCodeAt(end - 1);
    if (before !== 92 && !(before === 13 && text.charCodeAt(end - 2) === 92)) return text.slice(end + 1, at);
  }
  return text.slice(stop, at);
}

function lineBehind(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  return text.slice(at, end < 0 ? at + LONGEST_COMMAND : Math.min(end, at + LONGEST_COMMAND));
}

/** The cell that a name stands in ends there, or its line does. */
const ENDS_CELL = /[\w.-]{0,40}["'`]?[ ]{0,40}(?:[\t,;|│\r\n]|$)/y;

function mayHeadColumn(text: string, at: number): boolean {
  ENDS_CELL.lastIndex = at;
  return ENDS_CELL.test(text);
}

const nameAround = (text: string, start: number, end: number): string =>
  text.slice(skipBack(NAME, text, start, 64), skip(NAME, text, end, 40));
