/** `hansard help`: the overview, or one command explained. */
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { findCommand } from '../find-command.ts';
import { commandHelp, overview } from '../usage.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const [name] = args.positionals;
  await context.out.write(
    name === undefined ? overview(context.commands, context.version) : commandHelp(findCommand(context.commands, name)),
  );
  return 0;
}
