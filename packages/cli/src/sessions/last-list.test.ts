import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lastList, rememberList } from './last-list.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-list-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const host = () => ({ env: { HANSARD_HOME: folder }, home: folder, platform: 'linux' }) as const;

it('gives the last list back, in its order', () => {
  rememberList(host(), ['a']);
  rememberList(host(), ['b', 'c']);
  expect(lastList(host())).toEqual(['b', 'c']);
});

it.skipIf(process.platform === 'win32')('keeps it for its owner only', () => {
  rememberList(host(), ['a']);
  expect(statSync(join(folder, 'last-list.json')).mode & 0o777).toBe(0o600);
});

it('is told from an empty one when there is none, or what is there makes no sense', () => {
  expect(lastList(host())).toBeUndefined();
  for (const text of ['{', '{"a":1}', '[1, "x"]']) {
    writeFileSync(join(folder, 'last-list.json'), text);
    expect(lastList(host())).toEqual(text.startsWith('[') ? ['x'] : undefined);
  }
  rememberList(host(), []);
  expect(lastList(host())).toEqual([]);
});

it('is left alone where there is no archive', () => {
  rmSync(folder, { recursive: true });
  rememberList(host(), ['a']);
  expect(existsSync(folder)).toBe(false);
});
