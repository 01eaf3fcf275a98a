/**
 * Makes findings that overlap into one. All of what any of them covers goes; the one that says most about it gives
 * the name: the longest, then the more certain, then the one that stands first in the list of rules.
 */
import type { Rule } from '../rule.ts';
import type { Finding } from './finding.ts';

/** In order, apart from each other. `order` gives the place of a rule in the list. */
export function resolveOverlaps<F extends Finding>(findings: readonly F[], order: (rule: Rule) => number): F[] {
  if (findings.length < 2) return [...findings];
  const sorted = [...findings].sort((a, b) => a.start - b.start || a.end - b.end || order(a.rule) - order(b.rule));
  const resolved: F[] = [];
  let best = sorted[0]!;
  let { start, end } = best;
  for (const next of sorted.slice(1)) {
    if (next.start < end) {
      end = Math.max(end, next.end);
      if (saysMore(next, best, order)) best = next;
      continue;
    }
    resolved.push({ ...best, start, end });
    best = next;
    ({ start, end } = next);
  }
  resolved.push({ ...best, start, end });
  return resolved;
}

function saysMore(a: Finding, b: Finding, order: (rule: Rule) => number): boolean {
  const longer = a.end - a.start - (b.end - b.start);
  if (longer !== 0) return longer > 0;
  if (a.rule.confidence !== b.rule.confidence) return a.rule.confidence === 'high';
  return order(a.rule) < order(b.rule);
}
