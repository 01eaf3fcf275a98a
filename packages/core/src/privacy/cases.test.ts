/**
 * Every case in `rules/*.cases.txt`: what must be found and how the text reads afterwards, and what must be left as it is.
 * `npm test -- -u cases` refreshes what is expected; how cases are written is in `testing/redaction-cases.ts`.
 */
import { describe, expect, it } from 'vitest';
import { type RedactionCase, readCases, redactionCaseFiles, writeCase } from '../testing/redaction-cases.ts';
import { PlainScan } from './matching/plain-scan.ts';
import { resolveOverlaps } from './matching/resolve-overlaps.ts';
import { Scanner } from './matching/scanner.ts';
import { rules } from './rules/index.ts';

const files = redactionCaseFiles();
const cases = files.flatMap((file) => file.cases);
const finds = cases.filter(({ kind }) => kind === 'finds');
const ignores = cases.filter(({ kind }) => kind === 'ignores');
const order = new Map(rules.map((rule, index) => [rule, index]));
const scanner = new Scanner([new PlainScan(rules)], [new PlainScan(rules.filter(({ type }) => type === 'secret'))]);
const find = (text: string) => resolveOverlaps(scanner.scan(text), (rule) => order.get(rule) ?? 0);

describe.each(files)('$name', (file) => {
  it('finds what is there, and nothing else', async () => {
    const missed = file.cases.filter(({ kind, input }) => kind === 'finds' && find(input).length === 0);
    expect(missed.map(({ name }) => name)).toEqual([]);
    await expect(file.cases.map(asRedacted).join('\n')).toMatchFileSnapshot(file.path);
  });

  it('ignores what only looks alike', () => {
    const misled = file.cases
      .filter(({ kind }) => kind === 'ignores')
      .flatMap(({ name, input }) => find(input).map(({ rule, value }) => `${name}: ${rule.id}: ${value}`));
    expect(misled).toEqual([]);
  });
});

describe('cases', () => {
  it('have each a name of their own', () => {
    const names = cases.map(({ kind, name }) => `${kind} ${name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('show for every rule what it finds and what it leaves', () => {
    const found = new Set(finds.flatMap(({ rules: ids }) => ids));
    const left = new Set(ignores.flatMap(({ rules: ids }) => ids));
    // Rules for fields of structured data find nothing in a text.
    const ofTexts = rules.filter(({ anchor }) => anchor.at !== 'field');
    expect(ofTexts.filter(({ id }) => !found.has(id)).map(({ id }) => id)).toEqual([]);
    expect(ofTexts.filter(({ id }) => !left.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('tempt the rules that they name', () => {
    const untempted = ignores.flatMap(({ name, input, rules: near }) =>
      near.filter((id) => !isTempted(id, input)).map((id) => `${name}: ${id}`),
    );
    expect(untempted).toEqual([]);
  });

  it('are refused where a heading is mistyped', () => {
    expect(() => readCases('%% find a-key\ntext\n', 'aws.cases.txt')).toThrow(
      'aws.cases.txt: not a heading of a case: %% find a-key',
    );
    expect(() => readCases('%% ignores a-key\ntext\n%% by a-key\n')).toThrow('not a heading of a case: %% by a-key');
    expect(() => readCases('text\n%% finds a-key\ntext\n')).toThrow('not a heading of a case: text');
  });
});

/** The case with what the rules make of it now. */
function asRedacted(given: RedactionCase): string {
  if (given.kind === 'ignores') return writeCase(given, '');
  const found = find(given.input);
  const redacted = found
    .toReversed()
    .reduce((text, { start, end, rule }) => text.slice(0, start) + rule.placeholder + text.slice(end), given.input);
  return writeCase({ ...given, rules: found.map(({ rule }) => rule.id) }, redacted);
}

/** The rule looks at this text: one of its keywords is in it, or, for numbers, enough digits are. */
function isTempted(id: string, input: string): boolean {
  const rule = rules.find((one) => one.id === id);
  if (rule?.anchor.at === 'digits') return (input.match(/\d/g)?.length ?? 0) >= rule.anchor.min;
  const text = input.toLowerCase();
  return rule?.keywords.some((keyword) => text.includes(keyword)) ?? false;
}
