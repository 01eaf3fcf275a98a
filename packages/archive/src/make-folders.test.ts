import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolders } from './make-folders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hansard-folders-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('folders', () => {
  it('are made with those above them, for their owner only', () => {
    makeFolders(join(folder, 'a', 'b', 'c'));
    makeFolders(join(folder, 'a', 'b', 'c'));
    expect(statSync(join(folder, 'a', 'b', 'c')).isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
  });

  it('below a file are refused', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolders(join(folder, 'file', 'a'))).toThrow();
  });

  it.skipIf(!existsSync('/proc/self'))('that the system refuses are an error and no endless wait', () => {
    expect(() => makeFolders('/proc/hansard/a')).toThrow();
  });
});
