/** Settings that the page may change, in a file of their own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Archive, createNodeHost } from '@hansard/archive';
import { adapters, loadPriceBook } from '@hansard/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { settings } from '../settings.ts';
import { upkeepOf } from './upkeep.ts';

let home: string;
let archive: Archive;
const env = () => ({ HANSARD_HOME: join(home, 'archive') });
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-upkeep-'));
  archive = await Archive.open(createNodeHost({ home, env: env() }), adapters);
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const upkeep = async () => {
  const context = { configPath: join(home, 'config.jsonc'), env: env() } as unknown as Context;
  const host = createNodeHost({ home, env: env() });
  return upkeepOf(context, { archive, host, adapters, prices: await loadPriceBook() });
};

it('tells all settings, and keeps what is changed in the file', async () => {
  const { settings: list, change } = await upkeep();
  expect((await list()).settings.map(({ key }) => key)).toEqual(settings.map(({ key }) => key));
  await change('exclude.projects', '/home/dev/secret,/tmp');
  const held = (await list()).settings.find(({ key }) => key === 'exclude.projects');
  expect(held).toMatchObject({ value: '/home/dev/secret,/tmp', origin: 'file', changeable: true });
  expect(readFileSync(join(home, 'config.jsonc'), 'utf8')).toContain('/home/dev/secret');
  await change('exclude.projects', null);
  expect((await list()).settings.find(({ key }) => key === 'exclude.projects')?.origin).toBe('default');
});

it('refuses what starts programs or deletes, values that cannot be, and unknown names', async () => {
  const { change } = await upkeep();
  for (const key of ['pager', 'live.agents', 'live.bypass', 'retention.days', 'privacy.file']) {
    await expect(change(key, '1')).rejects.toMatchObject({ code: 'bad-argument' });
  }
  await expect(change('timezone', 'Nowhere/Land')).rejects.toMatchObject({ code: 'bad-argument' });
  await expect(change('nothing', '1')).rejects.toMatchObject({ code: 'unknown-setting' });
});

it('tells the health of the archive', async () => {
  const findings = await (await upkeep()).doctor(false);
  expect(findings.map(({ check }) => check)).toContain('permissions');
});
