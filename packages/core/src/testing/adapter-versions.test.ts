import { expect, it } from 'vitest';
import { changedCases, type ReadBy } from './adapter-versions.ts';

const before: ReadBy = { version: '0.1.0', cases: { basic: { input: 'a', events: 'b' } } };
const later = (version: string, input: string, events: string): ReadBy => ({
  version,
  cases: { basic: { input, events }, added: { input: 'c', events: 'd' } },
});

it('names a case that the same version reads otherwise', () => {
  expect(changedCases(before, later('0.1.0', 'a', 'other'))).toEqual(['basic']);
});

it('lets a new version read otherwise, and a case have another input', () => {
  expect(changedCases(before, later('0.2.0', 'a', 'other'))).toEqual([]);
  expect(changedCases(before, later('0.1.0', 'another', 'other'))).toEqual([]);
  expect(changedCases(before, later('0.1.0', 'a', 'b'))).toEqual([]);
  expect(changedCases(undefined, later('0.1.0', 'a', 'b'))).toEqual([]);
});
