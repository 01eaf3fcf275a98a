/** Keeps what comes by standard input in a file while it is imported: it is looked at more than once. */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '@hansard/core';
import type { Context } from '../context.ts';

export async function withStandardInput(
  { stdin }: Pick<Context, 'stdin'>,
  use: (path: string, folder: string) => Promise<number>,
): Promise<number> {
  if (stdin.isTTY) {
    throw new Failure('bad-argument', 'There is nothing on standard input.', { remedy: 'Pipe a file into it.' });
  }
  const folder = mkdtempSync(join(tmpdir(), 'hansard-import-'));
  try {
    const path = join(folder, 'stdin');
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }));
    if (statSync(path).size === 0) throw new Failure('not-importable', 'Standard input is empty.');
    return await use(path, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
