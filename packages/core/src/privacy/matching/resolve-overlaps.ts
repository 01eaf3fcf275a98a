/**
 * Makes findings that overlap into one. All of what any of them covers goes; the one that says most about it gives
 * the name: the longest, then the more certain, then the one that stands first in the list of rules.
 */
import type { Rule } from '../rule.ts';
import type { Finding } from './finding.ts';

type Placed = Pick<Finding, 'start' | 'end' | 'rule'>;

/** In order, apart from each other. `order` gives the place of a rule in the list. */
export function resolveOverlaps<F extends Placed>(findings: readonly F[], order: (rule: Rule) => number): F[] {
  if (findings.length < 2) return [...findings];
  const sorted = [...findings].sort((a, b) => a.start - b.start || a.end - b.end || order(a.rule) - order(b.rule));
  const resolved: F[] = [];
  let best = sorted[0]!;
  let { start, end } = best;
  for (let i = 1; i < sorted.length; i++) {
    const next = sorted[i]!;
    if (next.start < end) {
      end = Math.max(end, next.end);
      if (saysMore(next, best, order)) best = next;
      continue;
    }
    resolved.push(spanning(best, start, end));
    best = next;
    ({ start, end } = next);
  }
  resolved.push(spanning(best, start, end));
  return resolved;
}

function spanning<F extends Placed>(best: F, start: number, end: number): F {
  return best.start === start && best.end === end ? best : { ...best, start, end };
}

function saysMore(a: Placed, b: Placed, order: (rule: Rule) => number): boolean {
  const longer = a.end - a.start - (b.end - b.start);
  if (longer !== 0) return longer > 0;
  if (a.rule.confidence !== b.rule.confidence) return a.rule.confidence === 'high';
  return order(a.rule) < order(b.rule);
}
