import { expect, it } from 'vitest';
import { HOME, sha256 } from '../../testing/fixtures.ts';
import { MemoryHost } from '../../testing/memory-host.ts';
import { locate } from './locate.ts';

it('finds the databases of the data folder and of the home folder', async () => {
  const paths = [`${HOME}/.local/share/crush/crush.db`, `${HOME}/.crush/crush.db`];
  const files = Object.fromEntries([...paths, `${HOME}/.crush/other.db`].map((path) => [path, new Uint8Array(1)]));
  const host = new MemoryHost(files, { home: HOME, digest: sha256 });
  const found: string[] = [];
  for await (const { path } of locate(host)) found.push(path);
  expect(found).toEqual(paths);
});
