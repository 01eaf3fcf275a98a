/** `hansard blame`: which session wrote each line of a file. */
import { blameFile, promptsBefore } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { blameLines } from '../git/blame-lines.ts';
import { blamePorcelain, blameText } from '../git/blame-text.ts';
import { lineRange } from '../git/line-range.ts';
import { withRepository } from '../git/with-repository.ts';

export function run(context: Context, args: Arguments): Promise<number> {
  if (args.flag('json') && args.flag('porcelain')) {
    throw new Failure('bad-argument', '--json and --porcelain are two shapes of the same; give one of them.');
  }
  const file = args.positionals[0] as string;
  return withRepository(context, file, async ({ archive, repository }) => {
    const path = repository.inside(file);
    const revision = await repository.commit(args.text('at') ?? 'HEAD');
    const blame = await blameFile(archive, repository, { path, revision });
    const lines = blameLines(archive, blame, lineRange(args.text('lines'), blame.blamed.lines.length));
    if (args.flag('json')) await context.out.write(`${JSON.stringify({ file: path, revision, lines }, null, 2)}\n`);
    else if (args.flag('porcelain')) await context.out.write(blamePorcelain(blame, lines));
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
  });
}
