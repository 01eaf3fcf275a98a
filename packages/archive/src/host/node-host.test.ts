import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNodeHost } from './node-host.ts';
import { CHUNK_BYTES } from './read-chunks.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-host-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function bytesOf(path: string, start?: number, end?: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of createNodeHost().read(path, start, end)) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

it('reads a file in chunks, whole and in part', async () => {
  const path = join(folder, 'file');
  const data = Buffer.alloc(CHUNK_BYTES * 2 + 17, 'abcdefg');
  writeFileSync(path, data);
  expect((await bytesOf(path)).equals(data)).toBe(true);
  expect((await bytesOf(path, 5, CHUNK_BYTES + 9)).equals(data.subarray(5, CHUNK_BYTES + 9))).toBe(true);
  expect(await bytesOf(path, data.length)).toHaveLength(0);
});

it('says nothing of what is missing, a folder or a pipe', async () => {
  const host = createNodeHost();
  expect(await bytesOf(join(folder, 'missing'))).toHaveLength(0);
  expect(await bytesOf(folder)).toHaveLength(0);
  expect(await host.list(join(folder, 'missing'))).toEqual([]);
  expect(await host.stat(join(folder, 'missing'))).toBeUndefined();
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(await bytesOf(join(folder, 'pipe'))).toHaveLength(0);
  expect(await host.list(folder)).toEqual([]);
});

it('tells what cannot be seen from what is not there', () => {
  const host = createNodeHost();
  symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
  writeFileSync(join(folder, 'file'), '');
  const hidden = ['circle', 'circle/file', 'file', 'file/inside', 'missing', 'missing/too'].filter((name) =>
    host.isHidden?.(join(folder, name)),
  );
  expect(hidden).toEqual(['circle', 'circle/file']);
});

it('lists a folder sorted by name, without links', async () => {
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'a'), 'x');
  symlinkSync(folder, join(folder, 'circle'));
  const entries = await createNodeHost().list(folder);
  expect(entries.map(({ name, folder: isFolder }) => [name, isFolder])).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

it('takes home, environment and platform from the caller', () => {
  const host = createNodeHost({ home: '/home/dev', env: { X: '1' }, platform: 'darwin' });
  expect([host.home, host.env['X'], host.platform]).toEqual(['/home/dev', '1', 'darwin']);
  expect(host.digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('gives readers at the same time buffers of their own', async () => {
  const host = createNodeHost();
  const names = ['a', 'b', 'c'];
  for (const name of names) writeFileSync(join(folder, name), name.repeat(CHUNK_BYTES + 3));
  const readers = names.map((name) => host.read(join(folder, name))[Symbol.asyncIterator]());
  for (const bytes of [CHUNK_BYTES, 3]) {
    const chunks = await Promise.all(readers.map((reader) => reader.next()));
    const texts = chunks.map(({ value }) => Buffer.from(value).toString());
    expect(texts.map((text) => [text.length, new Set(text).size, text[0]])).toEqual(names.map((n) => [bytes, 1, n]));
  }
  expect((await Promise.all(readers.map((reader) => reader.next()))).every(({ done }) => done)).toBe(true);
});
