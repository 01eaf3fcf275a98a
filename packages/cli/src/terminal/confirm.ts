/** Asks before something that cannot be undone. Where nobody can be asked, it has to be said beforehand. */
import { createInterface } from 'node:readline/promises';
import { Failure } from '@hansard/core';

export async function confirm(question: string, option = '--yes'): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new Failure('bad-argument', 'This cannot be undone, and there is nobody to ask.', {
      remedy: `Pass ${option} to do it without being asked.`,
    });
  }
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asked.question(`${question} [y/N] `)).trim());
  } finally {
    asked.close();
  }
}
