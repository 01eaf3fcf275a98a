/** `hansard blame`: which session wrote each line of a file. */
import { blameFile, promptsBefore, type Repository } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { blameLines } from '../git/blame-lines.ts';
import { blamePorcelain, blameText } from '../git/blame-text.ts';
import { fileBlame } from '../git/file-blame.ts';
import { lineRange } from '../git/line-range.ts';
import { type RepositoryWork, withRepository } from '../git/with-repository.ts';

export function run(context: Context, args: Arguments): Promise<number> {
  if (args.flag('json') && args.flag('porcelain')) {
    throw new Failure('bad-argument', '--json and --porcelain are two shapes of the same; give one of them.');
  }
  const file = args.positionals[0] as string;
  const begin = async (repository: Repository) => {
    const named = repository.inside(file);
    const revision = await repository.commit(args.text('at') ?? 'HEAD');
    const asked = fileBlame(context, repository, { path: named, revision, moved: args.text('at') === undefined });
    // Whether it failed is asked when the archive is there.
    asked.catch(() => {});
    return { named, revision, asked };
  };
  const work = async (
    { archive, repository }: RepositoryWork,
    { named, revision, asked }: Awaited<ReturnType<typeof begin>>,
  ) => {
    const blamed = asked.then((found) => found.blamed);
    const [{ path }, blame] = await Promise.all([
      asked,
      blameFile(archive, repository, { path: named, revision, blamed }),
    ]);
    const lines = blameLines(archive, blame, lineRange(args.text('lines'), blame.blamed.lines.length));
    if (args.flag('json')) await context.out.write(`${JSON.stringify({ file: path, revision, lines }, null, 2)}\n`);
    else if (args.flag('porcelain')) await context.out.write(blamePorcelain(blame, lines, context.out.isTerminal));
    else {
      const prompts = await promptsBefore(
        archive,
        blame.authors.flatMap(({ edit }) => (edit ? [edit.event] : [])),
      );
      await context.out.write(
        blameText(blame, lines, { colors: await context.colors(), columns: context.out.columns, prompts }),
      );
    }
    return 0;
  };
  return withRepository(context, file, work, begin);
}
