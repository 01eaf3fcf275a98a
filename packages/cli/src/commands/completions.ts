/** `hansard completions`: a script for the user's shell. */
import { adapters } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import { bashScript } from '../completions/bash.ts';
import { completionModel } from '../completions/completion-model.ts';
import { fishScript } from '../completions/fish.ts';
import { powershellScript } from '../completions/powershell.ts';
import { zshScript } from '../completions/zsh.ts';
import type { Context } from '../context.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

export async function run(context: Context, args: Arguments): Promise<number> {
  const agents = adapters.map(({ id }) => id);
  const script = SCRIPTS[args.positionals[0] as keyof typeof SCRIPTS];
  await context.out.write(script(completionModel(context.commands, agents)));
  return 0;
}
