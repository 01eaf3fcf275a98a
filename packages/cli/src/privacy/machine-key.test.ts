import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { machineKey } from './machine-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const hostAt = (home: string) => ({ env: { HANSARD_HOME: home }, home: '/nowhere', platform: 'linux' as const });

it('is made once, long enough, and readable by its owner only', () => {
  const home = join(folder, 'deep', 'er');
  const key = machineKey(hostAt(home));
  expect(key.length).toBe(32);
  expect(machineKey(hostAt(home))).toEqual(key);
  expect(readdirSync(home)).toEqual(['key']);
  if (process.platform !== 'win32') expect(statSync(join(home, 'key')).mode & 0o777).toBe(0o600);
});

it('differs from machine to machine', () => {
  expect(machineKey(hostAt(join(folder, 'a')))).not.toEqual(machineKey(hostAt(join(folder, 'b'))));
});

it('is never replaced when it is damaged', () => {
  writeFileSync(join(folder, 'key'), 'half a ke');
  expect(() => machineKey(hostAt(folder))).toThrow('is not a key');
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('half a ke');
});
