/** Originals as a host: files are found in the folders where they were, by looking at nothing else. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Archive } from '../archive.ts';
import { originalsHost } from './archived-host.ts';
import { hostWith } from './host-with.ts';
import { createNodeHost } from './node-host.ts';

const NOW = '2026-05-01T00:00:00.000Z';
let home: string;
let archive: Archive;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'hansard-originals-'));
  archive = await Archive.open(createNodeHost({ home, env: { HANSARD_HOME: join(home, 'archive') } }));
});
afterEach(() => {
  archive.close();
  rmSync(home, { recursive: true, force: true });
});

const know = (path: string) => archive.originals.know({ agent: 'sketch', path, role: 'session', kind: 'log' }, NOW);
const hostOn = (platform: 'linux' | 'win32') =>
  originalsHost(hostWith(createNodeHost({ home, env: {} }), { platform }), archive.originals, 1);

it('has folders as paths tell of them', async () => {
  for (const path of ['/w/a.jsonl', '/w/a/b/c.json', '/w/a/b/d.json', '/w/a-b', '/w/ä/x', '/wide/x']) know(path);
  const host = hostOn('linux');
  expect(await host.list('/w')).toEqual([
    { name: 'a', path: '/w/a', folder: true },
    { name: 'a-b', path: '/w/a-b', folder: false },
    { name: 'a.jsonl', path: '/w/a.jsonl', folder: false },
    { name: 'ä', path: '/w/ä', folder: true },
  ]);
  expect((await host.list('/')).map(({ name }) => name)).toEqual(['w', 'wide']);
  expect(await host.list('/w/a/b/c.json')).toEqual([]);
  expect(await host.stat('/w/a')).toMatchObject({ folder: true });
  expect(await host.stat('/w/b')).toBeUndefined();
});

it('has those of another system', async () => {
  for (const path of ['C:\\w\\a.json', 'C:\\w\\b\\c.json', 'C:\\w\\b/d.json']) know(path);
  const host = hostOn('win32');
  expect((await host.list('C:\\w')).map(({ name, folder }) => [name, folder])).toEqual([
    ['a.json', false],
    ['b', true],
  ]);
  expect((await host.list('C:\\w\\b')).map(({ path }) => path)).toEqual(['C:\\w\\b\\c.json', 'C:\\w\\b/d.json']);
});

it('lists a folder by one look for each entry, whatever lies below it', async () => {
  for (let n = 0; n < 200; n++) know(`/w/many/${n}/x.json`);
  know('/w/one');
  let looks = 0;
  const { sql } = archive;
  const real = sql.get.bind(sql);
  sql.get = (...asked) => {
    looks++;
    return real(...asked);
  };
  expect(await hostOn('linux').list('/w')).toHaveLength(2);
  expect(looks).toBe(3);
});
