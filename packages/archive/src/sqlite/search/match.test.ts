/** What is indexed is found: questions go through the same treatment as texts. */

import { BadQuery } from '@hansard/core/query/bad-query.ts';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import { fc } from '@hansard/core/testing/property.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TextIndex } from '../../testing/text-index.ts';
import { excludedExpression, matchExpression } from './match.ts';

let index: TextIndex;
beforeAll(async () => {
  index = await TextIndex.open();
});
beforeEach(() => index.clear());

const expressionOf = (source: string) =>
  matchExpression(parseQuery(source, { now: 0, timezone: 'UTC' }).text) as string;
const finds = (text: string, ...queries: string[]) => {
  index.clear();
  index.add({ text });
  return queries.map((query) => [query, index.find(expressionOf(query)).length > 0]);
};
const all = (queries: string[], found: boolean) => queries.map((query) => [query, found]);

describe('what is found', () => {
  it.each<[string, string[]]>([
    [
      'call parseHTTPRequest(x) now',
      [
        'parseHTTPRequest',
        'PARSEHTTPREQUEST',
        'parse',
        'http',
        'Request',
        'HTTPRequest',
        'parseHTTP',
        'HTTPReq*',
        'parseH*',
      ],
    ],
    [
      'const max_retry_count = 3',
      ['max_retry_count', 'retry', 'max_retry', 'retry_count', '"retry count"', 'max_ret*'],
    ],
    [
      'see src/search/query.ts:12',
      ['src/search/query.ts', 'search/query', 'query.ts', 'query', 'src/sea*', '"query.ts:12"'],
    ],
    ['os.path.join and foo::bar->baz', ['os.path.join', 'path.join', 'foo::bar', 'bar->baz']],
    [
      '日本語のテキストを検索する',
      ['日本語', '本語', '日', '語', 'る', 'テキスト', 'テキ*', '検索する', '"日本語のテキスト"'],
    ],
    ['エラーfile.tsを見て', ['エラーfile', 'ラーfile.ts', 'ーfile', 'file.tsを', 'file.ts', 'tsを見て']],
    ['ภาษาไทยและ 한국어텍스트', ['ภาษา', 'ไทย', '한국어', '국어', '트']],
    ['Crème brûlée, naïve Ångström', ['creme', 'brulee', 'crème', 'NAIVE', 'angstrom', 'brul*']],
    ['Привет мир', ['привет', 'МИР', 'прив*']],
    ['version 1.2.3-beta4', ['1.2.3', '1.2.3-beta4', 'beta4', '2.3']],
    ['rm -rf "/tmp/x y"', ['"rm -rf"', 'tmp', '"/tmp/x y"', '--rf']],
  ])('%s', (text, queries) => {
    expect(finds(text, ...queries)).toEqual(all(queries, true));
  });
});

describe('what is not found', () => {
  it.each<[string, string[]]>([
    ['call parseHTTPRequest(x)', ['pars', 'HTTPParse', 'parseRequest', 'requestparse', 'HTTPReq']],
    ['max_retry_count', ['"count retry"', 'max_count']],
    ['日本語', ['語日', '日語', '本日']],
    ['getX and getYou', ['getZ', 'getZ*']],
    ['alpha beta', ['"beta alpha"', 'alph', 'alpha -beta', 'alpha gamma']],
  ])('%s', (text, queries) => {
    expect(finds(text, ...queries)).toEqual(all(queries, false));
  });
});

it('combines alternatives, all of them, and exclusions', () => {
  index.add({ text: 'alpha beta' });
  index.add({ text: 'alpha gamma' });
  index.add({ text: 'beta gamma' });
  expect(index.find(expressionOf('alpha beta OR gamma'))).toEqual([1, 2]);
  expect(index.find(expressionOf('alpha -gamma'))).toEqual([1]);
  expect(index.find(expressionOf('alpha OR beta OR gamma -"alpha beta" -delta'))).toEqual([2, 3]);
  const { text } = parseQuery('-alpha', { now: 0, timezone: 'UTC' });
  expect([matchExpression(text), index.find(excludedExpression(text) as string)]).toEqual([undefined, [1, 2]]);
});

it('finds an event by its tool, its files, its reasoning and its errors', () => {
  index.add({
    tool: { name: 'Edit', input: { file_path: 'src/deepFile.ts', old: ['nestedText'] }, output: 'tool said' },
  });
  index.add({
    parts: [
      { type: 'reasoning', text: 'I wonder' },
      { type: 'file_ref', path: 'docs/read.me' },
    ],
  });
  index.add({ error: { message: 'overloaded_error' } });
  for (const query of ['src/deepFile.ts', 'deep', 'nested', '"tool said"'])
    expect(index.find(expressionOf(query))).toEqual([1]);
  for (const query of ['wonder', 'docs/read.me']) expect(index.find(expressionOf(query))).toEqual([2]);
  expect(index.find(expressionOf('overloaded'))).toEqual([3]);
});

const word = fc.stringMatching(/^[a-z]{2,8}$/);
const capital = fc.stringMatching(/^[A-Z][a-z]{1,7}$/);
const cjk = fc.stringMatching(/^[\u3042-\u3082\u4e00-\u4e80]{2,12}$/);
const check = <T>(arbitrary: fc.Arbitrary<T>, text: (value: T) => string, queries: (value: T) => string[]) =>
  fc.assert(
    fc.property(arbitrary, fc.string(), fc.string(), (value, before, after) => {
      const wanted = queries(value);
      expect(finds(`${before} ${text(value)} ${after}`, ...wanted)).toEqual(all(wanted, true));
    }),
    { numRuns: 60 },
  );

describe('whatever the text', () => {
  it('identifiers in camelCase are found whole, by each word, and by neighbouring words', () => {
    check(
      fc.tuple(word, fc.array(capital, { minLength: 1, maxLength: 4 })),
      ([first, rest]) => first + rest.join(''),
      ([first, rest]) => [first + rest.join(''), first, ...rest, rest.slice(0, 2).join(''), `${first}${rest[0]}*`],
    );
  });

  it('joined names are found whole, by each part, and by neighbouring parts', () => {
    const separator = fc.constantFrom('_', '-', '/', '.', '::', '\\', '->', '@', '#');
    check(
      fc.tuple(separator, fc.array(word, { minLength: 2, maxLength: 5 })),
      ([sign, parts]) => parts.join(sign),
      ([sign, parts]) => [
        `"${parts.join(sign).replaceAll('\\', '\\\\')}"`,
        ...parts,
        `"${parts.slice(-2).join(' ')}"`,
        `${parts[0]?.slice(0, 2)}*`,
      ],
    );
  });

  it('any stretch of text without spaces is found', () => {
    check(
      fc.tuple(cjk, fc.nat(11), fc.nat(11)),
      ([text]) => text,
      ([text, a, b]) => {
        const from = a % text.length;
        return [text, text.slice(from, from + 1 + (b % (text.length - from))), text[from] as string];
      },
    );
  });

  it('stretches that cross into other scripts are found', () => {
    check(
      fc.tuple(cjk, word, cjk),
      ([before, name, after]) => before + name + after,
      ([before, name, after]) => [
        before.slice(-1) + name,
        before.slice(-2) + name,
        name + after[0],
        name + after.slice(0, 2),
      ],
    );
  });

  it('phrases are found', () => {
    check(
      fc.array(fc.oneof(word, capital, cjk), { minLength: 2, maxLength: 6 }),
      (words) => words.join(' '),
      (words) => [`"${words.join(' ')}"`, `"${words.slice(1).join(', ')}"`],
    );
  });
});

it('never hands syntax to the index', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '"',
      "'",
      ' NEAR(',
      ')',
      ' AND ',
      ' OR ',
      'body:',
      '{parts} :',
      '^',
      '*',
      '+',
      '\0',
      'a',
      '日',
      '-b',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      try {
        const { text } = parseQuery(pieces.join(''), { now: 0, timezone: 'UTC' });
        for (const expression of [matchExpression(text), excludedExpression(text)]) {
          if (expression !== undefined) index.find(expression);
        }
      } catch (error) {
        if (!(error instanceof BadQuery)) throw error;
      }
    }),
    { numRuns: 500 },
  );
});
