import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapters/contract.ts';
import { parseQuery } from '../query/parse-query.ts';
import { plainMatcher } from '../testing/plain-matcher.ts';
import { Recheck } from './recheck.ts';

const event = (text: string): EventDraft => ({ id: 'e', type: 'user_message', text });
const hide = (text: string) => text.replaceAll(/\[[^\]]*\]/g, (gone) => ' '.repeat(gone.length));
const clock = { now: 0, timezone: 'UTC' };
const recheck = (query: string) => new Recheck(parseQuery(query, clock), hide, plainMatcher);

describe('words', () => {
  it.each([
    ['pelican parser', 'the parser of the pelican', true],
    ['pelican parser', 'the pelican', false],
    ['pelican OR parser', 'the pelican', true],
    ['"pelican parser"', 'pelican_parser', true],
    ['peli*', 'Pelican', true],
    ['pelican -parser', 'pelican parser', false],
    ['pelican -parser', 'pelican', true],
    ['email', 'write to [email]', false],
    ['write -email', 'write to [email]', true],
  ])('%s in “%s”: %s', (query, text, expected) => expect(recheck(query).hasWords(event(text))).toBe(expected));
});

describe('regular expressions', () => {
  const events = [event('one 11'), event('two [22]'), event('three 33'), event('four 44')];

  it('match what is not hidden, as many as wanted', () => {
    expect(recheck('/\\d\\d/').matching(events, 2)).toEqual([events[0], events[2]]);
    expect(recheck('/o/ -/\\d\\d/').matching(events, 9)).toEqual([events[1]]);
  });

  it('are given up when they take too long', () => {
    const late = new Recheck(parseQuery('/(a+)+$/', clock), hide, () => ({ spent: 0, matches: () => 'late' }));
    expect(() => late.matching([event('aaa!')], 1)).toThrow('takes too long');
  });
});

it('shows what was found, and not what is hidden', () => {
  const text = `[pelican] ${'x '.repeat(200)}pelican`;
  const snippet = recheck('pelican').snippet(event(text), 40);
  expect(snippet?.text.slice(...(snippet.marks[0] ?? []))).toBe('pelican');
  expect(snippet?.cutBefore).toBe(true);
});
