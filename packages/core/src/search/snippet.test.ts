import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapters/contract.ts';
import { parseQuery } from '../query/parse-query.ts';
import { fc } from '../testing/property.ts';
import { fold } from '../words/fold.ts';
import { highlighter } from './highlight.ts';
import { snippetOf } from './snippet.ts';

const highlightOf = (source: string) => highlighter(parseQuery(source, { now: 0, timezone: 'UTC' }));
/** The text with what was found in brackets. */
function marked(source: string, event: Partial<EventDraft> | string, width = 160): string {
  const whole = typeof event === 'string' ? { text: event } : event;
  const snippet = snippetOf({ id: 'e', type: 'user_message', ...whole }, highlightOf(source), width);
  if (!snippet) return '';
  let text = '';
  let from = 0;
  for (const [start, end] of snippet.marks) {
    text += `${snippet.text.slice(from, start)}[${snippet.text.slice(start, end)}]`;
    from = end;
  }
  return `${snippet.cutBefore ? '…' : ''}${text}${snippet.text.slice(from)}${snippet.cutAfter ? '…' : ''}`;
}

describe('what was found', () => {
  it.each([
    ['parser', 'The parser, a Parser and parsers', 'The [parser], a [Parser] and parsers'],
    ['http', 'call parseHTTPRequest() over http', 'call parse[HTTP]Request() over [http]'],
    ['HTTPRequest', 'parseHTTPRequest(x)', 'parse[HTTPRequest](x)'],
    ['parse', 'parseHTTP reparse parse2 parse_it', '[parse]HTTP reparse parse2 [parse]_it'],
    ['pars*', 'The parser parsed', 'The [parser] [parsed]'],
    ['"retry count"', 'max_retry_count = retry  count', 'max_[retry_count] = [retry  count]'],
    ['src/a.ts', 'see ./src/a.ts:3', 'see ./[src/a.ts]:3'],
    ['creme', 'Crème brûlée', '[Crème] brûlée'],
    ['crème', 'CREME', '[CREME]'],
    ['日本', '東日本語', '東[日本]語'],
    ['エラーfile', 'エラーfileを見て', '[エラーfile]を見て'],
    ['file', 'エラーfileを見て', 'エラー[file]を見て'],
    ['alpha beta', 'beta and alpha', '[beta] and [alpha]'],
    ['alpha -beta', 'beta alpha', 'beta [alpha]'],
    ['a OR b', 'x a y b', 'x [a] y [b]'],
  ])('%s in %s', (source, text, expected) => {
    expect(marked(source, text)).toBe(expected);
  });

  it('is found in text whose accents are characters of their own', () => {
    expect(marked('café', 'un cafe\u0301 noir')).toBe('un [café] noir');
  });
});

describe('a snippet', () => {
  const long = `${'before '.repeat(50)}needle ${'after '.repeat(50)}`;

  it('is cut between words around the hit', () => {
    expect(marked('needle', long, 40)).toMatch(/^…before (before )*\[needle\]( after)+…$/);
    expect(marked('needle', long, 40).length).toBeLessThan(50);
  });

  it('shows where most of what was asked for stands together', () => {
    const text = `needle ${'x '.repeat(200)} needle and thread ${'y '.repeat(200)} thread`;
    expect(marked('needle thread', text, 40)).toContain('[needle] and [thread]');
  });

  it('comes from the field that has most of it', () => {
    const event: EventDraft = { id: 'e', type: 'tool_call', text: 'one', tool: { name: 'x', input: { a: 'one two' } } };
    expect(snippetOf(event, highlightOf('one two'), 100)).toMatchObject({ field: 'input', text: 'one two' });
    expect(snippetOf({ id: 'e', type: 'meta' }, highlightOf('one'), 100)).toBeUndefined();
  });

  it('shows the beginning when nothing is asked for', () => {
    expect(marked('is:error', long, 20)).toBe('before before…');
  });
});

it('never changes the length of a text when it folds it', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => fold(text).length === text.length));
});

it('gives marks that lie inside the text, in order, whatever the text', () => {
  const text = fc.array(fc.constantFrom('foo', 'Bar', ' ', '\n', 'fooBar', '語', 'é', '😀', '.', 'x'), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 80 }), (pieces, width) => {
      const whole = { id: 'e', type: 'user_message', text: pieces.join('') };
      const snippet = snippetOf(whole, highlightOf('foo bar OR 語 x*'), width);
      if (!snippet) return;
      let last = 0;
      for (const [start, end] of snippet.marks) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(snippet.text.length);
      expect(whole.text.replaceAll('\n', ' ').includes(snippet.text)).toBe(true);
      expect(snippet.text.isWellFormed()).toBe(true);
    }),
  );
});
