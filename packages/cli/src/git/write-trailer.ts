/** Puts the sessions that wrote what is about to be committed into its message, as the hook asks for. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Repository, setting, stagedSessions } from '@hansard/archive';
import { Failure, neutraliseLine } from '@hansard/core';
import { withTrailers } from '@hansard/core/git/trailer.ts';
import type { Context } from '../context.ts';
import { withSynced } from './with-repository.ts';

const TRAILER = 'Hansard-Session';
/** Somebody waits for the commit: after so long it goes without. */
const MOST_MS = 10_000;
const MOST_BYTES = 1024 * 1024;

export async function writeTrailer(context: Context, file: string | undefined): Promise<number> {
  if (file === undefined) {
    throw new Failure('bad-argument', 'Which file is the message in?', {
      remedy: 'The hook that `hansard git install --trailer` puts in place calls this with the file that git gives it.',
    });
  }
  const late = setTimeout(() => process.exit(0), MOST_MS);
  try {
    const message = await messageIn(file);
    if (message.length > MOST_BYTES) return 0;
    // While git commits some files alone, it has an index of its own for them.
    const index = context.env['GIT_INDEX_FILE'];
    const repository = await Repository.open('.', context.env, index === undefined ? undefined : resolve(index));
    try {
      const sessions = await withSynced(context, (archive) => stagedSessions(archive, repository, Date.now()));
      const comment = await setting(repository.git, 'core.commentChar');
      const trailers = sessions.map(({ uuid }) => `${TRAILER}: ${uuid}`);
      const now = withTrailers(message, trailers, comment === undefined || comment === 'auto' ? '#' : comment);
      if (now !== message) await writeFile(file, now);
    } finally {
      repository.close();
    }
    return 0;
  } finally {
    clearTimeout(late);
  }
}

async function messageIn(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new Failure('file-not-found', `The message could not be read from ${neutraliseLine(file)}.`, { cause });
  }
}
