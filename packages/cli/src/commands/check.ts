/** `hansard check`: whose a pull request is, for CI. */
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { rangeSummary } from '../git/author-kind.ts';
import { rangeMarkdown } from '../git/range-text.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const summary = await rangeSummary(context, args.positionals[0] as string);
  await context.out.write(args.flag('json') ? `${JSON.stringify(summary, null, 2)}\n` : rangeMarkdown(summary));
  return 0;
}
