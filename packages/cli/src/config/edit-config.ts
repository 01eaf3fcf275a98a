/** Changes one setting in the file and leaves everything else, comments included, as it is. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders, replaceFile } from '@hansard/archive';
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
  replaceConfig(file.path, applyEdits(text, edits));
}

function replaceConfig(given: string, text: string): void {
  // People link their configuration to a folder they keep in git: the link must stay.
  const path = existsSync(given) ? realpathSync(given) : given;
  try {
    makeFolders(dirname(path));
    replaceFile(path, text);
  } catch (error) {
    throw new Failure('output-failed', `${path} cannot be written: ${(error as Error).message}`, { cause: error });
  }
}
