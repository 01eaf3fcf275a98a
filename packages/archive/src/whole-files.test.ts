import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFile, replaceFile } from './whole-files.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-files-'));
  path = join(folder, 'file');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('replaces what is there', () => {
  writeFileSync(path, 'old', { mode: 0o644 });
  replaceFile(path, 'new');
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['new', ['file']]);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('makes a file once', () => {
  expect([makeFile(path, 'first'), makeFile(path, 'second')]).toEqual([true, false]);
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['first', ['file']]);
});

it('leaves nothing behind where it fails', () => {
  mkdirSync(path);
  expect(() => replaceFile(path, 'new')).toThrow();
  expect(() => makeFile(join(folder, 'gone', 'file'), 'new')).toThrow();
  expect(readdirSync(folder)).toEqual(['file']);
});
