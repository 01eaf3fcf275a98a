/** What git says of a file that a command names: of one that was moved and is not committed yet, under its old name. */
import { type Repository, readBlame, readTreeBlame, type TreeBlame } from '@hansard/archive';
import { neutraliseLine } from '@hansard/core';
import type { Context } from '../context.ts';

export interface FileAsked {
  readonly path: string;
  readonly revision: string;
  /** No revision was named: the file of the working tree is meant. */
  readonly moved: boolean;
}

export async function fileBlame(
  context: Context,
  repository: Repository,
  { path, revision, moved }: FileAsked,
): Promise<TreeBlame> {
  if (!moved) return { path, blamed: await readBlame(repository, revision, path) };
  const found = await readTreeBlame(repository, revision, path);
  if (found.path !== path) {
    context.note(
      neutraliseLine(`${path} was moved since the last commit, which has it as ${found.path}; that is shown.`),
    );
  }
  return found;
}
