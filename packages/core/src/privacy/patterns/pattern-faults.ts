/**
 * Says why a pattern could make matching slow, before it is ever run. A pattern is accepted only if the ways in which a
 * backtracking engine can try one place are few: every quantifier is bounded, and quantifiers that could hand
 * characters to each other multiply. The check is conservative: some harmless patterns are refused, no runaway passes.
 */

import { parsePattern } from './parse-pattern.ts';
import {
  type Characters,
  inverse,
  type Node,
  noCharacters,
  overlap,
  PatternError,
  type PatternFault,
  union,
} from './pattern.ts';
import { extentOf, firstOf, firstOfSequence } from './pattern-extent.ts';

/** So many steps at one place are still nothing: a fraction of a millisecond, and only where a keyword stands. */
const MOST_STEPS = 50_000;
/** The longest thing that a pattern may match itself; longer ones are blocks. */
const LONGEST_MATCH = 16_384;
const LONGEST_LOOK = 256;
const EVERYTHING: Characters = inverse(noCharacters());

export function patternFaults(source: string, caseless = false): readonly PatternFault[] {
  try {
    const node = parsePattern(source, caseless);
    new RegExp(source, caseless ? 'i' : '');
    const faults = [...repetitionFaults(node)];
    if (faults.length > 0) return faults;
    return sizeFaults(node);
  } catch (error) {
    if (error instanceof PatternError) return [{ at: error.at, message: error.message }];
    return [{ at: 0, message: error instanceof Error ? error.message : 'not a regular expression' }];
  }
}

function* repetitionFaults(node: Node): Generator<PatternFault> {
  if (node.kind === 'repeat' && node.max === Number.POSITIVE_INFINITY) {
    yield { at: node.at, message: 'repeats without an upper bound; write {1,200} or the like' };
  }
  if (node.kind === 'look' && extentOf(node.item).max > LONGEST_LOOK) {
    yield { at: node.at, message: `looks further than ${LONGEST_LOOK} characters` };
  }
  for (const child of childrenOf(node)) yield* repetitionFaults(child);
}

function sizeFaults(node: Node): readonly PatternFault[] {
  const { min, max } = extentOf(node);
  if (min === 0) return [{ at: 0, message: 'matches the empty text' }];
  if (max > LONGEST_MATCH) return [{ at: 0, message: `can match more than ${LONGEST_MATCH} characters` }];
  if (stepsToTry(node, EVERYTHING, 1) <= MOST_STEPS) return [];
  return [{ at: worstPlace(node), message: 'can be tried in too many ways: its repetitions overlap' }];
}

export function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'sequence') return node.items;
  if (node.kind === 'choice') return node.options;
  return 'item' in node ? [node.item] : [];
}

/**
 * The most steps that a backtracking engine takes from here to the end of the pattern, when `rest` is what the part
 * behind this node takes and `follow` is what it can begin with.
 */
function stepsToTry(node: Node, follow: Characters, rest: number): number {
  switch (node.kind) {
    case 'characters':
    case 'edge':
      return 1 + rest;
    case 'look':
      return stepsToTry(node.item, EVERYTHING, 1) + rest;
    case 'group':
      return stepsToTry(node.item, follow, rest);
    case 'sequence':
      return stepsOfSequence(node.items, follow, rest);
    case 'choice':
      return stepsOfChoice(node.options, follow, rest);
    case 'repeat':
      return stepsOfRepeat(node, follow, rest);
  }
}

function stepsOfSequence(items: readonly Node[], follow: Characters, rest: number): number {
  let steps = rest;
  for (let i = items.length - 1; i >= 0; i--) steps = stepsToTry(items[i]!, followOf(items, i, follow), steps);
  return steps;
}

function followOf(items: readonly Node[], i: number, follow: Characters): Characters {
  const next = firstOfSequence(items.slice(i + 1));
  return next.canBeEmpty ? union([next.set, follow]) : next.set;
}

function stepsOfChoice(options: readonly Node[], follow: Characters, rest: number): number {
  const steps = options.map((option) => stepsToTry(option, follow, rest));
  if (areApart(options)) return options.length + Math.max(...steps);
  return steps.reduce((total, one) => total + one, 0);
}

/** After each repetition the engine may go on with what follows, if that can begin where another repetition could. */
function stepsOfRepeat(node: Node & { kind: 'repeat' }, follow: Characters, rest: number): number {
  const first = firstOf(node.item);
  const again = node.max > 1 ? union([first.set, follow]) : follow;
  const exits = first.canBeEmpty || overlap(first.set, follow) ? node.max - node.min + 1 : 1;
  const once = stepsToTry(node.item, again, 0);
  // What one repetition can hand to the next in several ways, many can in the power of them.
  if (node.max > 1 && isAmbiguous(node.item, first.set)) return once ** Math.min(node.max, 20) + exits * rest;
  const ends = isAmbiguous(node.item, again) ? once : 1;
  return node.max * once + exits * ends * rest;
}

/** The node can match the beginning of one and the same text in more than one way. */
function isAmbiguous(node: Node, follow: Characters): boolean {
  switch (node.kind) {
    case 'characters':
    case 'edge':
    case 'look':
      return false;
    case 'group':
      return isAmbiguous(node.item, follow);
    case 'sequence':
      return node.items.some((item, i) => isAmbiguous(item, followOf(node.items, i, follow)));
    case 'choice':
      return !areApart(node.options) || node.options.some((option) => isAmbiguous(option, follow));
    case 'repeat': {
      const first = firstOf(node.item);
      const varies = node.min !== node.max && (first.canBeEmpty || overlap(first.set, follow));
      return varies || isAmbiguous(node.item, node.max > 1 ? union([first.set, follow]) : follow);
    }
  }
}

/** At most one of the options can match: any two differ in a character that both must have. */
function areApart(options: readonly Node[]): boolean {
  const beginnings = options.map(beginningOf);
  return beginnings.every((one, i) => beginnings.slice(i + 1).every((other) => differ(one, other)));
}

const differ = (a: readonly Characters[], b: readonly Characters[]): boolean =>
  a.some((set, i) => i < b.length && !overlap(set, b[i]!));

/** The characters that a match must begin with, one by one, as far as that is certain. */
function beginningOf(node: Node): readonly Characters[] {
  switch (node.kind) {
    case 'characters':
      return [node.set];
    case 'group':
      return beginningOf(node.item);
    case 'repeat':
      return Array.from({ length: Math.min(node.min, LONGEST_LOOK) }, () => beginningOf(node.item)).flat();
    case 'sequence': {
      const certain: Characters[] = [];
      for (const item of node.items) {
        certain.push(...beginningOf(item));
        const { min, max } = extentOf(item);
        if (min !== max || item.kind === 'choice') break;
      }
      return certain;
    }
    default:
      return [];
  }
}

/** The repetition to blame: the innermost one that is already too much by itself, or else the first. */
function worstPlace(node: Node): number {
  for (const child of childrenOf(node)) if (stepsToTry(child, EVERYTHING, 1) > MOST_STEPS) return worstPlace(child);
  return node.at;
}
