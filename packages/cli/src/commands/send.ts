/** `hansard send`: a message to a session that is run. */
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { asked, connected } from '../live/connect.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const [id = '', ...words] = args.positionals;
  const attachments = args.texts('attach').map((path) => ({ path }));
  const client = connected(context);
  const taken = await asked(() => client.sendMessage(id, { message: words.join(' '), attachments }));
  const text = taken.queued ? 'A turn is under way: the message waits for its end.\n' : '';
  await context.out.write(args.flag('json') ? `${JSON.stringify(taken)}\n` : text);
  return 0;
}
