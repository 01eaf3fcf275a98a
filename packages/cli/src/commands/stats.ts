/** `hansard stats`: what the sessions in the archive did. */
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { runNumbers } from '../numbers/run-numbers.ts';

export const run = async (context: Context, args: Arguments): Promise<number> => {
  // Of commits, not of sessions: another question under the same name.
  if (args.text('by') === 'author-kind') return (await import('../git/author-kind.ts')).authorKinds(context, args);
  return runNumbers(context, args, { stats: true, by: ['agent', 'model'] });
};
