/** `hansard import`: adds what agents, other programs or other machines have written. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { archiveHome } from '@hansard/archive';
import { Failure, neutraliseLine } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { type ImportSource, importers } from '../import/importers.ts';
import { withStandardInput } from '../import/standard-input.ts';
import { hostOf } from '../machine.ts';

/** What is wrong with one file does not keep the others out. */
export async function run(context: Context, args: Arguments): Promise<number> {
  checkOrigin(args.text('origin'));
  const [only, ...others] = args.positionals;
  if (others.length === 0) return importOne(context, args, only as string);
  let worst = 0;
  for (const given of args.positionals) {
    try {
      worst = Math.max(worst, await importOne(context, args, given));
    } catch (error) {
      if (!(error instanceof Failure) || !OF_ONE.has(error.code)) throw error;
      context.note(neutraliseLine(`${error.message} (${error.code})`));
      worst = 1;
    }
  }
  return worst;
}

const OF_ONE: ReadonlySet<string> = new Set(['file-not-found', 'not-importable', 'bad-argument']);
const LONGEST_ORIGIN = 100;

/** It is shown in lists and typed in filters. */
function checkOrigin(origin: string | undefined): void {
  if (origin === undefined) return;
  const isName = origin.trim() !== '' && origin.length <= LONGEST_ORIGIN && neutraliseLine(origin) === origin;
  if (!isName) {
    throw new Failure('bad-argument', `--origin takes a name of at most ${LONGEST_ORIGIN} visible characters.`);
  }
}

async function importOne(context: Context, args: Arguments, given: string): Promise<number> {
  if (given === '-')
    return withStandardInput(context, (path, root) => importFrom(context, args, { path, root, given }));
  const path = resolve(given);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) throw new Failure('file-not-found', `There is no file ${path}.`);
  if (path === join(archiveHome(hostOf(context)), 'archive.db')) {
    throw new Failure('bad-argument', `${path} is the archive itself.`);
  }
  return importFrom(context, args, { path, given: path });
}

async function importFrom(context: Context, args: Arguments, source: ImportSource): Promise<number> {
  for (const importer of importers) {
    const status = await importer.import(context, args, source);
    if (status !== undefined) return status;
  }
  const takes = importers.map((importer) => importer.takes).join(', ');
  throw new Failure('not-importable', `${source.given} cannot be imported. Hansard imports ${takes}.`);
}
