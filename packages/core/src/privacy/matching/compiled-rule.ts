/** A rule made ready to run: its pattern as a sticky expression, and the numbers that the engine needs about it. */
import type { NamedPlace } from '../named/named-value.ts';
import { parseClass } from '../patterns/parse-class.ts';
import { parsePattern } from '../patterns/parse-pattern.ts';
import type { Characters, Node } from '../patterns/pattern.ts';
import { extentOf } from '../patterns/pattern-extent.ts';
import { type Opening, openingOf } from '../patterns/pattern-opening.ts';
import { type Check, type Rule, SECRET_GROUP } from '../rule.ts';
import type { Owner } from './finder.ts';
import { isWordStart } from './word-start.ts';

/** All are made alike: rules are written down with what each needs, and the engine is slow where objects differ. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly at: Rule['anchor']['at'];
  readonly isSecret: boolean;
  readonly checks: readonly Check[];
  readonly sticky: RegExp;
  /** The same with places of groups, for patterns that hold more than the secret. */
  readonly located: RegExp | undefined;
  /** The secret is the end of the match, so that its length gives its place. */
  readonly atEnd: boolean;
  readonly needsWordStart: boolean;
  /** What a match can begin with. */
  readonly opening: Opening;
  /** Shortest and longest match of the pattern. */
  readonly shortest: number;
  readonly longest: number;
  /** `inside`: the characters to walk back over. */
  readonly back: Characters | undefined;
  readonly allowed: ReadonlySet<string>;
  /** For values that are taken whole: what fits all of one. */
  readonly whole: RegExp | undefined;
  /** `argument`: no blank may be before it. */
  readonly isJoined: boolean;
  /** `argument`: what stands between the keyword and it. */
  readonly skip: RegExp | undefined;
  /** `argument`: what stands before the keyword. */
  readonly command: RegExp | undefined;
  /** `argument`: what stands in the line behind the keyword. */
  readonly behind: RegExp | undefined;
}

/** The part of a text that a rule matched, and the secret within it. */
export interface Match {
  readonly matchEnd: number;
  readonly start: number;
  readonly end: number;
}

const NO_WORD_BEHIND = '(?![A-Za-z0-9_])';

export function compileRule(rule: Rule): CompiledRule {
  const edges = rule.edges ?? 'both';
  const behind = edges === 'both' || edges === 'right' ? NO_WORD_BEHIND : '';
  const source = `(?:${rule.pattern})${rule.anchor.at === 'block' ? '' : behind}`;
  const flags = rule.caseless ? 'i' : '';
  const parsed = parsePattern(rule.pattern, rule.caseless);
  const atEnd = endsWithSecret(parsed);
  return {
    rule,
    at: rule.anchor.at,
    isSecret: rule.type === 'secret',
    checks: rule.validate ?? [],
    sticky: new RegExp(source, `${flags}y`),
    located: rule.pattern.includes(`(?<${SECRET_GROUP}>`)
      ? new RegExp(source, atEnd ? `${flags}y` : `${flags}dy`)
      : undefined,
    atEnd,
    needsWordStart: (edges === 'both' || edges === 'left') && rule.anchor.at !== 'assignment',
    opening: openingOf(parsed),
    shortest: extentOf(parsed).min,
    longest: extentOf(parsed).max,
    back: rule.anchor.at === 'inside' ? parseClass(`[${rule.anchor.back}]`, 0, false).set : undefined,
    allowed: new Set(rule.allow),
    command: commandOf(rule),
    behind: rule.anchor.at === 'argument' && rule.anchor.behind ? new RegExp(rule.anchor.behind) : undefined,
    skip: rule.anchor.at === 'argument' && rule.anchor.skip ? new RegExp(rule.anchor.skip, 'y') : undefined,
    isJoined: rule.anchor.at === 'argument' && rule.anchor.joined === true,
    whole: takesWhole(rule) ? new RegExp(`^(?:${rule.pattern})$`, `${flags}d`) : undefined,
  };
}

/** A letter before the command may be that of an escaped line end. */
function commandOf({ anchor }: Rule): RegExp | undefined {
  if (anchor.at !== 'argument' || anchor.command === undefined) return undefined;
  return new RegExp(`(?:^-?|[^\\w.-]|\\d[:-]|\\\\[nrt])(?:${anchor.command})`, 'i');
}

/** The value is all that stands behind the name. */
export const takesWhole = ({ anchor }: Rule): boolean =>
  anchor.at === 'field' || anchor.at === 'argument' || (anchor.at === 'assignment' && anchor.whole === true);

/** The part of a value that a rule for whole values takes for the secret, if it does. */
export function secretOf(
  { whole, checks, allowed }: CompiledRule,
  value: string,
  text: string,
  start: number,
  place: NamedPlace,
): readonly [number, number] | undefined {
  const found = whole!.exec(value);
  if (!found) return undefined;
  const part = found.indices?.groups?.[SECRET_GROUP] ?? [0, value.length];
  const secret = value.slice(part[0], part[1]);
  if (allowed.has(secret)) return undefined;
  return checks.every((check) => check(secret, text, start + part[0], place)) ? part : undefined;
}

/** Tries the pattern at exactly one place. */
export function matchAt(compiled: CompiledRule, text: string, at: number, owner?: Owner): Match | undefined {
  if (compiled.needsWordStart && !isWordStart(text, at)) return undefined;
  const { sticky } = compiled;
  sticky.lastIndex = at;
  if (!sticky.test(text)) return undefined;
  const matchEnd = sticky.lastIndex;
  const [start, end] = compiled.located ? secretPlace(compiled, compiled.located, text, at, matchEnd) : [at, matchEnd];
  return accepts(compiled, text, start, end, owner) ? { matchEnd, start, end } : undefined;
}

function secretPlace(
  { atEnd }: CompiledRule,
  located: RegExp,
  text: string,
  at: number,
  matchEnd: number,
): readonly [number, number] {
  located.lastIndex = at;
  const found = located.exec(text);
  if (!atEnd) return found?.indices?.groups?.[SECRET_GROUP] ?? [at, matchEnd];
  // Places of groups cost several times the match.
  return [matchEnd - (found?.groups?.[SECRET_GROUP]?.length ?? matchEnd - at), matchEnd];
}

/** Nothing that takes characters follows the group of the secret. */
function endsWithSecret(pattern: Node): boolean {
  const items = pattern.kind === 'sequence' ? pattern.items : [pattern];
  const last = items.findLast(({ kind }) => kind !== 'look' && kind !== 'edge');
  return last?.kind === 'group' && last.name === SECRET_GROUP;
}

/** Whether what was matched is real by the checks of the rule. */
export function accepts(
  { checks, allowed }: CompiledRule,
  text: string,
  start: number,
  end: number,
  owner?: Owner,
): boolean {
  if (end <= start) return false;
  if (checks.length === 0 && allowed.size === 0) return true;
  const own = owner ? owner(start, end) : { text, offset: 0 };
  if (!own) return true;
  const value = text.slice(start, end);
  return !allowed.has(value) && checks.every((check) => check(value, own.text, start - own.offset));
}
