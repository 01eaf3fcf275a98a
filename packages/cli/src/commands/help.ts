/** `hansard help`: the overview, or one command explained. */
import { Failure } from '@hansard/core/failure.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { suggestion } from '../did-you-mean.ts';
import { commandHelp, overview } from '../usage.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const [name] = args.positionals;
  await context.out.write(name === undefined ? overview(context.commands, context.version) : helpOf(context, name));
  return 0;
}

function helpOf({ commands }: Context, name: string): string {
  const spec = commands.find((command) => command.name === name);
  if (spec) return commandHelp(spec);
  const names = commands.map((command) => command.name);
  throw new Failure('unknown-command', `There is no command "${name}".${suggestion(name, names)}`);
}
