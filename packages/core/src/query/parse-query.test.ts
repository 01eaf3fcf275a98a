import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { BadQuery } from './bad-query.ts';
import { parseQuery, type QueryOptions } from './parse-query.ts';
import type { Query } from './query.ts';

const NOW = Date.UTC(2026, 7, 10, 12);
const options: QueryOptions = {
  now: NOW,
  timezone: 'Europe/Vienna',
  agents: [
    { id: 'first-agent', label: 'First Agent' },
    { id: 'second', label: 'Second Agent' },
  ],
};
const parse = (source: string) => parseQuery(source, options);
const terms = ({ text }: Query) =>
  text.map(
    ({ excluded, any }) => (excluded ? '-' : '') + any.map((term) => term.text + (term.prefix ? '*' : '')).join('|'),
  );
const filters = ({ filters }: Query) => filters.map(({ at: _at, end: _end, ...rest }) => rest);
const failure = (source: string): BadQuery => {
  try {
    parse(source);
  } catch (error) {
    if (error instanceof BadQuery) return error;
  }
  throw new Error(`${source} was understood`);
};

describe('words', () => {
  it.each([
    ['one two', ['one', 'two']],
    ['"a phrase" begin* "a phr"*', ['a phrase', 'begin*', 'a phr*']],
    ['one -two -"a phrase" NOT three', ['one', '-two', '-a phrase', '-three']],
    ['a OR b OR "c d" e', ['a|b|c d', 'e']],
    ['a AND b', ['a', 'b']],
    ['(a OR b) c', ['(a|b)', 'c']],
    ['--force x', ['--force', 'x']],
    ['http://localhost:3000 std::vector C:\\temp 12:30', ['http://localhost:3000', 'std::vector', 'C:\\temp', '12:30']],
    ['TypeError: x', ['TypeError:', 'x']],
    ['/app/[slug]/page.tsx /app/[slug/ /[slug', ['/app/[slug]/page.tsx', '/app/[slug/', '/[slug']],
    ['src/a.ts /home/dev/x.ts', ['src/a.ts', '/home/dev/x.ts']],
    ['"say \\"hi\\" \\\\ now"', ['say "hi" \\ now']],
    ['日本語 naïve', ['日本語', 'naïve']],
  ])('%s', (source, expected) => {
    expect(terms(parse(source))).toEqual(expected);
  });

  it('know their place', () => {
    expect(parse('one -"two three"*').text.map(({ at, end }) => [at, end])).toEqual([
      [0, 3],
      [4, 17],
    ]);
  });
});

describe('filters', () => {
  it.each<[string, unknown]>([
    ['agent:first', { name: 'agent', excluded: false, ids: ['first-agent'] }],
    ['agent:agent', { name: 'agent', excluded: false, ids: ['first-agent', 'second'] }],
    ['-agent:SECOND,first', { name: 'agent', excluded: true, ids: ['second', 'first-agent'] }],
    ['is:error,edit', { name: 'is', excluded: false, states: ['error', 'edit'] }],
    ['tool:Bash,"My Tool"', { name: 'tool', excluded: false, texts: ['Bash', 'My Tool'] }],
    ['file:/home/dev/a,b', { name: 'file', excluded: false, texts: ['/home/dev/a', 'b'] }],
    ['file:"a,b"', { name: 'file', excluded: false, texts: ['a,b'] }],
    ['Project:"my app"', { name: 'project', excluded: false, texts: ['my app'] }],
    ['NOT tag:later', { name: 'tag', excluded: true, texts: ['later'] }],
    ['after:2026-08-01', { name: 'after', excluded: false, time: Date.UTC(2026, 6, 31, 22) }],
  ])('%s', (source, expected) => {
    expect(filters(parse(source))).toEqual([expected]);
  });
});

it.each([
  ['word', false],
  ['is:error word', false],
  ['-is:system word', false],
  ['is:system', true],
  ['word is:user,bookkeeping', true],
  ['is:any word', true],
])('%s asks for injected prompts and bookkeeping: %s', (source, background) => {
  expect(parse(source).background).toBe(background);
});

describe('regular expressions', () => {
  it.each([
    ['/a b/', 'a b', 'g'],
    ['/a\\/b[/]c/i', 'a\\/b[/]c', 'ig'],
    ['/a/gms', 'a', 'gms'],
  ])('%s', (source, body, flags) => {
    const [clause] = parse(source).patterns;
    expect([clause?.pattern.source, [...(clause?.pattern.flags ?? '')].sort()]).toEqual([body, [...flags].sort()]);
  });

  it('can be excluded', () => {
    expect(parse('x -/y/').patterns).toMatchObject([{ excluded: true }]);
  });
});

describe('what is refused', () => {
  it.each([
    ['tol:Bash', 'Did you mean tool:?', 0, 8],
    ['x -whatever:y', 'There are agent, is,', 2, 13],
    ['is:eror', 'Did you mean is:error?', 0, 7],
    ['agent:thrid', 'There is no agent "thrid".', 0, 11],
    ['tool: Bash', 'tool: needs a value', 0, 5],
    ['tool:"" x', 'needs a value', 0, 7],
    ['tool:a, x', 'needs a value', 0, 7],
    ['after:soon', '"soon" isn\'t a valid time', 0, 10],
    ['before:2026-02-30', 'valid time', 0, 17],
    ['a "open', 'quote at character 3 is not closed', 2, 3],
    ['a OR', 'Nothing follows OR', 2, 4],
    ['OR a', 'OR stands between', 0, 2],
    ['a OR -b', 'OR stands between', 2, 4],
    ['a OR tool:x', 'OR stands between', 2, 4],
    ['tool:x OR a', 'OR stands between', 7, 9],
    ['->', 'no letter or digit in ->', 0, 2],
    ['a - b', 'no letter or digit in -', 2, 3],
    ['/(/', 'no regular expression', 0, 3],
    ['/[unclosed/', 'The [ at character 2 of the regular expression is not closed', 1, 11],
    ['a -/x[y z/i b', 'The [ at character 6', 5, 11],
    ['a NOT OR b', 'OR follows NOT', 6, 8],
  ])('%s', (source, message, at, end) => {
    const error = failure(source);
    expect(error.code).toBe('bad-query');
    expect(error.message).toContain(message);
    expect([error.at, error.end]).toEqual([at, end]);
  });

  it('is underlined, also far inside a long query', () => {
    expect(failure('one tol:Bash').message.split('\n').slice(1)).toEqual(['  one tol:Bash', '      ^^^^^^^^']);
    const [, line, marks] = failure(`${'word '.repeat(40)}tol:Bash ${'word '.repeat(40)}`).message.split('\n');
    expect(line?.slice((marks as string).indexOf('^'), (marks as string).lastIndexOf('^') + 1)).toBe('tol:Bash');
    expect((line as string).length).toBeLessThan(130);
  });

  it('is a query of enormous size', () => {
    expect(failure('a '.repeat(3000)).message).toContain('6000 characters');
    for (const long of ['a '.repeat(50_000), `nosuch:${'x'.repeat(3900)}`, `"${'x'.repeat(3900)}`]) {
      expect(
        Math.max(
          ...failure(long)
            .message.split('\n')
            .slice(1)
            .map(({ length }) => length),
        ),
      ).toBeLessThan(210);
    }
    expect(failure('a '.repeat(300)).message).toContain('more than 100');
    expect(failure(`a${' OR b'.repeat(300)}`).message).toContain('more than 100');
  });
});

it('understands any text, or says where it does not', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.constantFrom('"', '-', ' OR ', 'NOT ', 'is:', 'file:', '/', '*', '\\', ',', ' ', 'after:7d', 'tool:', '[', '('),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const source = pieces.join('');
      try {
        const { text, filters, patterns } = parse(source);
        for (const { at, end } of [...text, ...filters, ...patterns]) {
          expect(at).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(source.length);
        }
      } catch (error) {
        if (!(error instanceof BadQuery)) throw error;
        expect(error.at).toBeLessThan(Math.max(1, source.length));
      }
    }),
    { numRuns: 500 },
  );
});
