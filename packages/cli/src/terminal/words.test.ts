import { afterEach, expect, it } from 'vitest';
import { grouped, minuteIn } from './words.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

it.each(['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])('tells minutes of %s alike', (name) => {
  process.env['TZ'] = name;
  const [local, named] = [minuteIn('local'), minuteIn(name)];
  for (let day = 0; day < 800; day++) {
    const time = new Date(Date.UTC(2025, 0, day, day % 24, (day * 7) % 60)).toISOString();
    expect(local(time)).toBe(named(time));
  }
  expect([local('never'), named('never')]).toEqual(['?', '?']);
});

it.each([0, 12, 999, 1000, 123_456, 7_654_321])('groups the digits of %d', (number) => {
  expect(grouped(number)).toBe(number.toLocaleString('en-US'));
});
