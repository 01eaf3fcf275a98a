/** `hansard cost`: what the sessions in the archive cost. */
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { runNumbers } from '../numbers/run-numbers.ts';

export const run = (context: Context, args: Arguments): Promise<number> =>
  runNumbers(context, args, { stats: false, by: ['day'] });
