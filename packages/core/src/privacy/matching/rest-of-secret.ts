/**
 * A secret that was broken over two lines where its first half has the shape of a whole one: the half is found, and the
 * rest would stay. It belongs to it when nothing else stands on the next line, when that looks as random as a secret does,
 * and when the pattern takes both together for one.
 */
import type { Rule } from '../rule.ts';
import type { Finding } from './finding.ts';
import { breakAt } from './joined-lines.ts';

/** All of a line, and no word: shorter ones are not worth having. */
const REST = /[A-Za-z0-9_+/-]{12,512}={0,2}(?=["'`\\\r\n]|$)/y;
const patterns = new WeakMap<Rule, RegExp>();

/** Makes findings longer by the next line where that is their rest, and nothing that was found by itself. */
export function takeRests(text: string, found: Finding[]): void {
  let starts: ReadonlySet<number> | undefined;
  for (const [i, finding] of found.entries()) {
    const longer = withRest(text, finding);
    if (longer === finding) continue;
    starts ??= new Set(found.map(({ start }) => start));
    if (!starts.has(longer.end - (longer.value.length - finding.value.length))) found[i] = longer;
  }
}

function withRest(text: string, finding: Finding): Finding {
  const { end, value, rule } = finding;
  if (rule.type !== 'secret' || rule.anchor.at !== 'start' || rule.confidence !== 'high') return finding;
  const length = breakAt(text, end);
  if (length === 0) return finding;
  REST.lastIndex = end + length;
  const rest = REST.exec(text)?.[0];
  if (rest === undefined || !isRandom(rest) || matchEnd(rule, value + rest) <= value.length) return finding;
  return { ...finding, value: value + rest, end: end + length + rest.length };
}

const isRandom = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text);

function matchEnd(rule: Rule, text: string): number {
  const pattern = patterns.get(rule) ?? new RegExp(rule.pattern, rule.caseless ? 'iy' : 'y');
  patterns.set(rule, pattern);
  pattern.lastIndex = 0;
  return pattern.test(text) ? pattern.lastIndex : 0;
}
