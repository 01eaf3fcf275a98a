import { describe, expect, it } from 'vitest';
import { fc } from '../testing/property.ts';
import { dayText, monthText, weekText, ZoneDays } from './zone-days.ts';

const ZONES = [
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'America/St_Johns',
  'Africa/Casablanca',
  'Pacific/Apia',
];

const shown = (timezone: string, time: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(time);

describe('a day', () => {
  it('is the one that clocks of the zone show', () => {
    const time = fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2035, 0) });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), time, fc.nat(400), (timezone, at, days) => {
        const zone = new ZoneDays(timezone, at - days * 86_400_000, at + 1);
        expect(dayText(zone.dayOf(at) as number)).toBe(shown(timezone, at));
      }),
      { numRuns: 400 },
    );
  });

  it.each(ZONES)('begins and ends where it does in %s, in all the hours of a year', (timezone) => {
    const [from, until] = [Date.UTC(2025, 11, 25), Date.UTC(2027, 0, 5)];
    const zone = new ZoneDays(timezone, from, until);
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' });
    const wrong: number[] = [];
    for (let time = from; time < until; time += 900_000) {
      if (dayText(zone.dayOf(time) as number) !== format.format(time)) wrong.push(time);
    }
    expect(wrong).toEqual([]);
  });

  it('of the machine itself needs no name', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const [from, until] = [Date.UTC(2025, 11, 25), Date.UTC(2027, 0, 5)];
    expect(new ZoneDays('local', from, until)).toEqual(new ZoneDays(timeZone, from, until));
  });

  it('of no time is none', () => {
    expect(new ZoneDays('Europe/Vienna', 0, 0).dayOf(0)).toBeUndefined();
  });

  it('costs no more for times beyond reason', () => {
    const zone = new ZoneDays('Europe/Vienna', 1, 8.64e15);
    expect(dayText(zone.dayOf(Date.UTC(2026, 6, 1, 23)) as number)).toBe('2026-07-02');
    expect(zone.offsets.length).toBeLessThan(300);
  });
});

describe('weeks and months', () => {
  const day = (text: string) => Date.parse(text) / 86_400_000;

  it.each([
    ['2026-01-01', '2026-W01', '2026-01'],
    ['2025-12-29', '2026-W01', '2025-12'],
    ['2027-01-03', '2026-W53', '2027-01'],
    ['2027-01-04', '2027-W01', '2027-01'],
    ['2026-08-02', '2026-W31', '2026-08'],
    ['2026-08-03', '2026-W32', '2026-08'],
    ['1970-01-01', '1970-W01', '1970-01'],
  ])('%s is in %s and %s', (text, week, month) => {
    expect([weekText(day(text)), monthText(day(text))]).toEqual([week, month]);
  });
});
