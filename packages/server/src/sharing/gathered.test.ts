import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SpoolFile } from '@hansard/archive/streaming/spool-file.ts';
import { expect, it } from 'vitest';
import { Gathered } from './gathered.ts';

it('gives back what was gathered, small or large, and leaves nothing behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hansard-gathered-'));
  for (const pieces of [[], ['small', 'é'], Array.from({ length: 90 }, (_, n) => String(n % 10).repeat(100_003))]) {
    const gathered = await Gathered.from(pieces, () => new SpoolFile(folder));
    const bytes = Buffer.concat([...gathered.pieces()]);
    expect(gathered.length).toBe(bytes.length);
    expect(bytes.equals(Buffer.from(pieces.join('')))).toBe(true);
    gathered.close();
  }
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
