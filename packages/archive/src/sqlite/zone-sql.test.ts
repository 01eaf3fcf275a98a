import { ZoneDays } from '@hansard/core/numbers/zone-days.ts';
import { fc } from '@hansard/core/testing/property.ts';
import { expect, it } from 'vitest';
import { loadSqlite } from '../host/sqlite-module.ts';
import { dayExpression } from './zone-sql.ts';

it('is the day that the zone gives', async () => {
  const Sqlite = (await loadSqlite())!;
  const connection = new Sqlite(':memory:');
  const time = fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2035, 0) });
  fc.assert(
    fc.property(fc.constantFrom('UTC', 'Europe/Vienna', 'Asia/Kathmandu', 'Pacific/Apia'), time, (timezone, at) => {
      const zone = new ZoneDays(timezone, Date.UTC(2010, 0), Date.UTC(2035, 0));
      const day = (value: number) =>
        connection.prepare(`SELECT ${dayExpression(zone, 'CAST(?1 AS INTEGER)')} AS day`).get(value)?.['day'];
      expect(day(at)).toBe(zone.dayOf(at));
      expect(day(0)).toBeNull();
    }),
    { numRuns: 60 },
  );
  connection.close();
});
