/** `hansard import`: adds what another program or another machine has kept. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { archiveHome } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { importers } from '../import/importers.ts';
import { hostOf } from '../machine.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const path = resolve(args.positionals[0] as string);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) throw new Failure('file-not-found', `There is no file ${path}.`);
  if (path === join(archiveHome(hostOf(context)), 'archive.db')) {
    throw new Failure('bad-argument', `${path} is the archive itself.`);
  }
  for (const importer of importers) {
    const status = await importer.import(context, args, path);
    if (status !== undefined) return status;
  }
  const takes = importers.map((importer) => importer.takes).join(', ');
  throw new Failure('not-importable', `${path} is none of what can be imported: ${takes}.`);
}
