/** The health of the archive and the settings, for those who administer the machine. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { memoryUpkeep } from '../testing/memory-upkeep.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ cases: ['codex/basic'], upkeep: memoryUpkeep() });
});
afterAll(() => server.stop());

const put = (value: string | null) => ({
  method: 'PUT',
  body: JSON.stringify({ value }),
  headers: { 'content-type': 'application/json' },
});

it('tells what needs attention, and reads all when it is asked to', async () => {
  const quick = await server.json('/v1/doctor');
  expect([quick.attention, quick.whole, quick.findings.length]).toEqual([1, false, 2]);
  expect(quick.findings[1]).toMatchObject({ remedy: 'Make room.', details: ['/home/dev'] });
  expect((await server.json('/v1/doctor?whole=1')).findings[0]).toMatchObject({
    message: 'The database is whole.',
    remedy: null,
    details: [],
  });
});

it('changes a setting, and takes it away again', async () => {
  const changed = await server.json('/v1/settings/timezone', put('UTC'));
  expect(changed.settings[0]).toMatchObject({ key: 'timezone', value: 'UTC', origin: 'file' });
  const back = await server.json('/v1/settings/timezone', put(null));
  expect(back.settings[0]).toMatchObject({ value: 'local', origin: 'default' });
  expect((await server.fetch('/v1/settings/nothing', put('1'))).status).toBeGreaterThanOrEqual(400);
});

it('is not offered where nobody looks after an archive', async () => {
  const other = await TestServer.start({ cases: [] });
  try {
    expect((await other.fetch('/v1/doctor')).status).toBe(501);
    expect((await other.fetch('/v1/settings')).status).toBe(501);
  } finally {
    await other.stop();
  }
});
