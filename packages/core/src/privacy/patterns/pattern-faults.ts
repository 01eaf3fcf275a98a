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

/** So many ways to try one place are still nothing: microseconds, and only where a keyword stands. */
const MOST_WAYS = 5_000;
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
  const ways = waysToTry(node, EVERYTHING);
  if (ways <= MOST_WAYS) return [];
  return [{ at: worstPlace(node), message: 'can be tried in too many ways: its repetitions overlap' }];
}

export function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'sequence') return node.items;
  if (node.kind === 'choice') return node.options;
  return 'item' in node ? [node.item] : [];
}

/** How often the engine can leave this node and come back to it, at one place, given what may follow. */
function waysToTry(node: Node, follow: Characters): number {
  switch (node.kind) {
    case 'characters':
    case 'edge':
      return 1;
    case 'look':
      return waysToTry(node.item, EVERYTHING);
    case 'group':
      return waysToTry(node.item, follow);
    case 'sequence':
      return waysOfSequence(node.items, follow);
    case 'choice':
      return waysOfChoice(node.options, follow);
    case 'repeat':
      return waysOfRepeat(node, follow);
  }
}

function waysOfSequence(items: readonly Node[], follow: Characters): number {
  let ways = 1;
  for (let i = 0; i < items.length; i++) {
    const rest = firstOfSequence(items.slice(i + 1));
    ways *= waysToTry(items[i]!, rest.canBeEmpty ? union([rest.set, follow]) : rest.set);
  }
  return ways;
}

function waysOfChoice(options: readonly Node[], follow: Characters): number {
  const ways = options.map((option) => waysToTry(option, follow));
  return firstsAreApart(options) ? Math.max(...ways) : ways.reduce((total, one) => total + one, 0);
}

function firstsAreApart(options: readonly Node[]): boolean {
  const firsts = options.map(firstOf);
  return firsts.every(
    (first, i) => !first.canBeEmpty && firsts.slice(i + 1).every((other) => !overlap(first.set, other.set)),
  );
}

function waysOfRepeat(node: Node & { kind: 'repeat' }, follow: Characters): number {
  const first = firstOf(node.item);
  const again = union([first.set, follow]);
  const each = waysToTry(node.item, node.max > 1 ? again : follow);
  const exits = first.canBeEmpty || overlap(first.set, follow) ? node.max - node.min + 1 : 1;
  return each === 1 ? exits : each ** node.max * exits;
}

/** The repetition to blame: the innermost one that is already too much by itself, or else the first. */
function worstPlace(node: Node): number {
  for (const child of childrenOf(node)) if (waysToTry(child, EVERYTHING) > MOST_WAYS) return worstPlace(child);
  return node.at;
}
