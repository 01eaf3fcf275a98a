/**
 * The fast path is proven, not assumed: texts are made from every rule's own pattern, a plain regular expression says
 * where the rule must find something, and the engine has to find it there. A keyword that does not occur in
 * what the pattern matches, or an anchor that stands wrong, fails here.
 */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../testing/damage.ts';
import {
  COMMITS_IN_TEXT,
  HOSTS_IN_TEXT,
  HOSTS_OF_NETWORK,
  NAMES_IN_TEXT,
  REMOTES_IN_TEXT,
} from '../anonymise/name-rules.ts';
import { patternFaults } from '../patterns/pattern-faults.ts';
import { patternString } from '../patterns/pattern-strings.ts';
import { RULE_GROUPS, type Rule, SECRET_GROUP } from '../rule.ts';
import { rules } from '../rules/index.ts';
import { takesWhole } from './compiled-rule.ts';
import type { Finding } from './finding.ts';
import { PlainScan } from './plain-scan.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';
import { Scanner } from './scanner.ts';

const ALL = [...rules, ...NAMES_IN_TEXT, ...HOSTS_IN_TEXT, ...HOSTS_OF_NETWORK, ...REMOTES_IN_TEXT, ...COMMITS_IN_TEXT];
const MOST_TRIES = 2_000;
const ENOUGH = 50;
const FEW = 5;
const AROUND: readonly [before: string, behind: string][] = [
  ['', ''],
  ['x = "', '";'],
  ['see (', ') there'],
  ['a\\n', '\\nb'],
  ['é', '。'],
];

/** The rule without its checks: whether a made-up text passes a checksum is not the question. */
const unchecked = (rule: Rule): Rule => ({ ...rule, validate: undefined, allow: undefined });

interface MadeUp {
  readonly text: string;
  readonly secret: string;
  readonly at: number;
}

/** A text in which the rule must find the secret, made from its pattern. */
function madeUp(rule: Rule, random: (below: number) => number): MadeUp | undefined {
  const keyword = rule.keywords[random(rule.keywords.length)];
  const byName = rule.anchor.at === 'assignment';
  const [lead, behind] = byName ? [`${keyword}_1: '`, "'"] : AROUND[random(AROUND.length)]!;
  // A rule for the whole text only asks that a keyword is somewhere in it.
  const before = rule.anchor.at === 'whole' ? `${keyword}\n${lead}` : lead;
  const match = patternString(rule.pattern, random, rule.caseless);
  const text = before + match + behind;
  const expression = new RegExp(rule.pattern, rule.caseless ? 'dyi' : 'dy');
  expression.lastIndex = before.length;
  const found = expression.exec(text);
  // Lookarounds are not followed when texts are made, and a greedy pattern may match more or less than it was made from.
  if (!found || found[0] !== match) return undefined;
  const [at, end] = found.indices?.groups?.[SECRET_GROUP] ?? [before.length, before.length + match.length];
  return { text, secret: text.slice(at, end), at };
}

/** Texts that the rule's checks accept, or, where chance never makes one (a checksum), any. */
function madeUpTexts(rule: Rule): readonly MadeUp[] {
  const random = randomFrom(rule.id.length * 7919 + rule.pattern.length);
  const all: MadeUp[] = [];
  const accepted: MadeUp[] = [];
  for (let i = 0; i < MOST_TRIES && accepted.length < ENOUGH; i++) {
    const made = madeUp(rule, random);
    if (!made) continue;
    if (all.length < ENOUGH) all.push(made);
    if (rule.validate?.every((check) => check(made.secret, made.text, made.at)) ?? true) accepted.push(made);
  }
  return accepted.length >= FEW ? accepted : all;
}

describe.each(ALL.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  // What is taken whole is told by its surroundings alone: see the tests of recall.
  it.skipIf(rule.anchor.at === 'block' || takesWhole(rule))('is found wherever its own pattern matches', () => {
    const scan = new PlainScan([unchecked(rule)]);
    const texts = madeUpTexts(rule);
    for (const { text, secret, at } of texts) {
      const found: Finding[] = [];
      scan.run(text, found);
      const covers = found.some(({ start, end }) => start <= at && end >= at + secret.length);
      expect(covers, JSON.stringify(text)).toBe(true);
    }
    expect(texts.length, 'no text could be made').toBeGreaterThan(0);
  });

  it('finds its examples, checks included, and nothing but one thing in each', () => {
    const plain = new PlainScan([rule]);
    const scanner = new Scanner([plain], []);
    for (const example of rule.examples) {
      const fields =
        rule.anchor.at === 'field' ? Object.entries<string>(JSON.parse(example)) : [[undefined, example] as const];
      const found = fields.flatMap(([name, text]) => scanner.scan(text, { name }));
      expect(
        resolveOverlaps(found, () => 0),
        example,
      ).toHaveLength(1);
    }
    expect(rule.examples.length).toBeGreaterThan(0);
  });

  it('cannot run away', () => {
    expect(patternFaults(rule.pattern, rule.caseless)).toEqual([]);
    if (rule.anchor.at === 'block') expect(patternFaults(rule.anchor.end)).toEqual([]);
  });

  it('is well formed', () => {
    expect(rule.id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(rule.placeholder).toMatch(/^\[REDACTED:[a-z0-9-]{1,60}\]$/);
    expect(Object.keys(RULE_GROUPS)).toContain(rule.group);
    expect(rule.keywords.length > 0).toBe(rule.anchor.at !== 'digits');
    for (const keyword of rule.keywords) expect(keyword).toMatch(/^[\t\x20-\x7e]{1,60}$/);
    for (const keyword of rule.keywords) expect(keyword).toBe(keyword.toLowerCase());
  });
});

describe('the list of rules', () => {
  it('has no id twice', () => {
    expect(new Set(ALL.map((rule) => rule.id)).size).toBe(ALL.length);
  });
});
