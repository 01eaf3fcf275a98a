import { expect, it } from 'vitest';
import { toRule } from './own-shape.ts';
import { unreachedMatch } from './unreached-match.ts';

const rule = (pattern: string, keywords: string[], more: object = {}) =>
  toRule({ id: 'own', pattern, keywords, ...more });

it('is content when every match holds a keyword', () => {
  expect(unreachedMatch(rule('ACME-[0-9]{4}', ['acme-']))).toBeUndefined();
  expect(unreachedMatch(rule('ACME-[0-9]{4}', ['acme-'], { anchor: 'start' }))).toBeUndefined();
  expect(unreachedMatch(rule('(?:foo|bar)[0-9]{4}', ['foo', 'bar']))).toBeUndefined();
  expect(unreachedMatch(rule('[a-z]{2}foo[0-9]{4}', ['foo']))).toBeUndefined();
  expect(unreachedMatch(rule('FOO[0-9]{4}', ['foo'], { caseless: true }))).toBeUndefined();
});

it('shows a match that no keyword leads to', () => {
  expect(unreachedMatch(rule('ACME-[0-9]{4}', ['acne-']))).toMatch(/^ACME-\d{4}$/);
  expect(unreachedMatch(rule('(?:foo|bar)[0-9]{4}', ['foo']))).toMatch(/^bar\d{4}$/);
  expect(unreachedMatch(rule('[a-z]{2}foo[0-9]{4}', ['foo'], { anchor: 'start' }))).toMatch(/foo\d{4}$/);
});

it('asks nothing of values that a name gives away, or of rules whose examples show what is meant', () => {
  expect(unreachedMatch(rule('[0-9]{8}', ['customer'], { examples: ['customer 12345678'] }))).toBeUndefined();
  expect(unreachedMatch(rule('[0-9]{8}', ['acme_pin'], { anchor: 'assignment' }))).toBeUndefined();
});
