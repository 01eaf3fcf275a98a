import { expect, it } from 'vitest';
import { expiryOf } from './expiry.ts';

const clock = { now: Date.parse('2026-05-10T12:00:00.000Z'), timezone: 'Europe/London' };

it.each([
  ['30d', '2026-06-09T12:00:00.000Z'],
  ['90min', '2026-05-10T13:30:00.000Z'],
  ['2026-05-31', '2026-05-31T23:00:00.000Z'],
  ['today', '2026-05-10T23:00:00.000Z'],
  ['2026-12', '2027-01-01T00:00:00.000Z'],
  ['2026-05-10T14:30', '2026-05-10T13:30:00.000Z'],
  ['2026-05-10T12:00:01Z', '2026-05-10T12:00:01.000Z'],
])('takes %s for a time to come', (text, at) => {
  expect(expiryOf(text, clock)).toBe(at);
});

it.each(['yesterday', '2026-05-09', '2026-05-10T12:00:00Z', '0d'])('refuses %s, which is over', (text) => {
  expect(() => expiryOf(text, clock)).toThrow(`--expires is "${text}", which is over.`);
});

it.each(['soon', '30', '-3d', '999999y', '2026-13-40', ''])('refuses %j, which is no time', (text) => {
  expect(() => expiryOf(text, clock)).toThrow('which is no time that can be kept');
});
