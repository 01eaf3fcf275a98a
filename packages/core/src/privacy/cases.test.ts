/**
 * Every case in `cases/`, found by walking the folders: what `finds-…` must find and how the text reads afterwards, and
 * what `ignores-…` must leave as it is. `{{}}` in an input is taken out before it is read; it keeps forges from taking
 * made-up keys for leaked ones. `npm test -- -u cases` refreshes what is expected.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PlainScan } from './matching/plain-scan.ts';
import { resolveOverlaps } from './matching/resolve-overlaps.ts';
import { Scanner } from './matching/scanner.ts';
import { rules } from './rules/index.ts';
import { fake } from './rules/shapes.ts';

interface Expected {
  /** Rules whose findings were replaced, in order of their places. */
  readonly rules?: readonly string[];
  /** The text afterwards, by lines. */
  readonly redacted?: readonly string[];
  /** For `ignores-…`: rules that look at this text and must not be misled by it. */
  readonly near?: readonly string[];
}

const folder = join(import.meta.dirname, 'cases');
const names = readdirSync(folder).sort();
const finds = names.filter((name) => name.startsWith('finds-'));
const ignores = names.filter((name) => name.startsWith('ignores-'));
const order = new Map(rules.map((rule, index) => [rule, index]));
const scanner = new Scanner([new PlainScan(rules)], [new PlainScan(rules.filter(({ type }) => type === 'secret'))]);
const find = (text: string) => resolveOverlaps(scanner.scan(text), (rule) => order.get(rule) ?? 0);

describe('finds', () => {
  it.each(finds)('%s', async (name) => {
    const input = inputOf(name);
    const found = find(input);
    expect(found.length).toBeGreaterThan(0);
    const redacted = found
      .toReversed()
      .reduce((text, { start, end, rule }) => text.slice(0, start) + rule.placeholder + text.slice(end), input);
    const expected: Expected = {
      rules: found.map(({ rule }) => rule.id),
      redacted: redacted.replace(/\n$/, '').split('\n'),
    };
    await expect(`${JSON.stringify(expected, null, 2)}\n`).toMatchFileSnapshot(join(folder, name, 'expected.json'));
  });
});

describe('ignores', () => {
  it.each(ignores)('%s', (name) => {
    expect(find(inputOf(name)).map(({ rule, value }) => `${rule.id}: ${value}`)).toEqual([]);
  });
});

describe('cases', () => {
  it('are named for whether something is found', () => {
    expect(names.filter((name) => !/^(?:finds|ignores)-[a-z0-9-]+$/.test(name))).toEqual([]);
  });

  it('are enough', () => {
    expect(finds.length).toBeGreaterThanOrEqual(300);
    expect(ignores.length).toBeGreaterThanOrEqual(150);
  });

  it('show for every rule what it finds and what it leaves', () => {
    const found = new Set(finds.flatMap((name) => expectedOf(name).rules ?? []));
    const left = new Set(ignores.flatMap((name) => expectedOf(name).near ?? []));
    // Rules for fields of structured data find nothing in a text.
    const ofTexts = rules.filter(({ anchor }) => anchor.at !== 'field');
    expect(ofTexts.filter(({ id }) => !found.has(id)).map(({ id }) => id)).toEqual([]);
    expect(ofTexts.filter(({ id }) => !left.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('tempt the rules that they name', () => {
    const untempted = ignores.flatMap((name) =>
      (expectedOf(name).near ?? []).filter((id) => !isTempted(id, inputOf(name))).map((id) => `${name}: ${id}`),
    );
    expect(untempted).toEqual([]);
  });
});

/** The rule looks at this text: one of its keywords is in it, or, for numbers, enough digits are. */
function isTempted(id: string, input: string): boolean {
  const rule = rules.find((one) => one.id === id);
  if (rule?.anchor.at === 'digits') return (input.match(/\d/g)?.length ?? 0) >= rule.anchor.min;
  const text = input.toLowerCase();
  return rule?.keywords.some((keyword) => text.includes(keyword)) ?? false;
}

function inputOf(name: string): string {
  return fake(readFileSync(join(folder, name, 'input.txt'), 'utf8'));
}

function expectedOf(name: string): Expected {
  const path = join(folder, name, 'expected.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}
