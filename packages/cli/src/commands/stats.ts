/** `hansard stats`: what the sessions in the archive did. */
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { runNumbers } from '../numbers/run-numbers.ts';

export const run = (context: Context, args: Arguments): Promise<number> =>
  runNumbers(context, args, { stats: true, by: ['agent', 'model'] });
