/**
 * The password that an exported page is locked with: from a file, the environment, or the terminal. Never from an argument,
 * which other users of the machine can see.
 */
import { readFileSync } from 'node:fs';
import { Failure } from '@hansard/core';
import type { Format } from '@hansard/core/formats/contract.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { askPassword } from '../terminal/ask-password.ts';

export const PASSWORD_VARIABLE = 'HANSARD_EXPORT_PASSWORD';
/** Whoever has the file can try as many as a machine can in years. */
const SHORTEST = 8;

/** Undefined when the page is not to be locked. */
export async function exportPassword(context: Context, args: Arguments, format: Format): Promise<string | undefined> {
  const isWanted = args.flag('lock') || args.text('password-file') !== undefined;
  if (format.mediaType !== 'text/html') {
    if (isWanted) throw new Failure('bad-argument', 'Only HTML can be locked with a password: add --to html.');
    return undefined;
  }
  const password = await given(context, args);
  if (password !== undefined && [...password].length < SHORTEST) {
    throw new Failure('bad-argument', `The password is too short: it needs at least ${SHORTEST} characters.`);
  }
  return password;
}

async function given(context: Context, args: Arguments): Promise<string | undefined> {
  const file = args.text('password-file');
  if (file !== undefined) return fromFile(file);
  const variable = context.env[PASSWORD_VARIABLE];
  if (variable !== undefined && variable !== '') return variable;
  if (!args.flag('lock')) return undefined;
  const password = await askPassword(context, 'Password for the page: ');
  if ((await askPassword(context, 'Once more: ')) === password) return password;
  throw new Failure('bad-argument', 'The two passwords differ.');
}

/** The first line; `-` is standard input. */
function fromFile(file: string): string {
  try {
    const [line = ''] = readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r?\n/);
    return line;
  } catch (cause) {
    throw new Failure('bad-argument', `The password file ${file} cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}
