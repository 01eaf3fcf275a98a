/** `hansard interrupt`: ends the turn that an agent is in. */
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { asked, connected } from '../live/connect.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const client = connected(context);
  await asked(() => client.interrupt(args.positionals[0] ?? ''));
  return 0;
}
