/** The health of the archive and the settings, for those who administer the machine. */
import { Failure } from '@hansard/core';
import type { HeldSetting, Upkeep } from '@hansard/core/store/upkeep.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../testing/test-server.ts';

const values = new Map<string, string>();
const upkeep: Upkeep = {
  doctor: async (whole) => [
    { check: 'database', level: 'fine', message: whole ? 'The database is whole.' : 'The database opens.' },
    { check: 'space', level: 'attention', message: 'The disk is full.', remedy: 'Make room.', details: ['/home/dev'] },
  ],
  settings: async () => ({
    path: '/home/dev/.config/hansard/config.jsonc',
    settings: ['timezone', 'pager'].map(
      (key): HeldSetting => ({
        ...{ key, usual: 'local', description: 'It is a setting.', choices: [], changeable: key !== 'pager' },
        value: values.get(key) ?? 'local',
        origin: values.has(key) ? 'file' : 'default',
      }),
    ),
  }),
  change: async (key, value) => {
    if (key !== 'timezone') throw new Failure('unknown-setting', `There is no setting "${key}".`);
    if (value === null) values.delete(key);
    else values.set(key, value);
  },
};
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ cases: ['codex/basic'], upkeep });
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
