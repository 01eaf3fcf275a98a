/** Changes one setting in the file and leaves everything else, comments included, as it is. */
import { existsSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from '@hansard/archive';
import { Failure } from '@hansard/core/failure.ts';
import { applyEdits, modify } from 'jsonc-parser';
import { type ConfigFile, placed } from './config-file.ts';
import { removeProperty } from './remove-property.ts';

/** Undefined removes the setting. */
export function editConfig(file: ConfigFile, key: string, value: unknown): void {
  const broken = file.problems.find(({ kind }) => kind === 'syntax');
  if (broken) throw new Failure('bad-config', placed(file, broken), { remedy: 'Correct the file by hand first.' });
  const text = file.text?.trim() ? file.text : '{}\n';
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: text.includes('\r\n') ? '\r\n' : '\n' };
  const path = key.split('.');
  const edits = value === undefined ? removeProperty(text, path) : modify(text, path, value, { formattingOptions });
  replaceFile(file.path, applyEdits(text, edits));
}

/** Written beside and renamed, so that nobody ever reads half a file. */
function replaceFile(given: string, text: string): void {
  // People link their configuration to a folder they keep in git: the link must stay.
  const path = existsSync(given) ? realpathSync(given) : given;
  const partial = `${path}.${process.pid}.tmp`;
  try {
    makeFolders(dirname(path));
    writeFileSync(partial, text, { mode: 0o600 });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new Failure('output-failed', `${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}
