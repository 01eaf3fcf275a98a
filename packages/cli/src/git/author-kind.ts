/** `hansard stats --by author-kind A..B`, and what `hansard check` is made of. */
import { type RangeSummary, summariseRange } from '@hansard/archive';
import { Failure } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { csvLine } from '../terminal/csv.ts';
import { rangeText } from './range-text.ts';
import { withRepository } from './with-repository.ts';

export async function authorKinds(context: Context, args: Arguments): Promise<number> {
  const [range, ...more] = args.positionals;
  if (range === undefined || more.length > 0) {
    throw new Failure('bad-argument', '--by author-kind is of a range of commits.', {
      remedy: 'Write `hansard stats --by author-kind main..HEAD`.',
    });
  }
  const summary = await rangeSummary(context, range);
  if (args.flag('json')) await context.out.write(`${JSON.stringify({ by: 'author-kind', ...summary }, null, 2)}\n`);
  else if (args.flag('csv')) await context.out.write(csvOf(summary));
  else await context.out.write(rangeText(summary));
  return 0;
}

export const rangeSummary = (context: Context, range: string): Promise<RangeSummary> =>
  withRepository(
    context,
    '.',
    ({ archive, repository }) => summariseRange(archive, repository, range, new Date().toISOString()),
    async () => bothNamed(range),
  );

/** One that is left out would be HEAD, and the range empty more often than not: in CI, that looks like an answer. */
function bothNamed(range: string): void {
  const [a, b, ...more] = range.split(/\.{2,3}/);
  if (a && b && more.length === 0) return;
  const one = a || b || 'HEAD';
  throw new Failure('bad-argument', `"${range}" is no range of commits: both ends of A..B have to be named.`, {
    remedy: `For what one commit changed, write ${one}~1..${one}. The first commit of a repository has none before it: \`hansard log ${one} -n 1\` shows it.`,
  });
}

function csvOf({ written, survived }: RangeSummary): string {
  const kinds = ['agent', 'human', 'uncertain'] as const;
  return [
    ['author_kind', 'written', 'survived'],
    ...kinds.map((kind) => [kind, String(written[kind]), String(survived[kind])]),
  ]
    .map(csvLine)
    .join('');
}
