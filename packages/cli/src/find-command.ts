/** Finds a command by its name or alias. A typing mistake gets a suggestion, but never a command that removes data. */
import { Failure } from '@hansard/core/failure.ts';
import type { CommandShape } from './command-shape.ts';
import { didYouMean } from './did-you-mean.ts';

export function findCommand<C extends CommandShape>(commands: readonly C[], typed: string): C {
  const found = commands.find(({ name, aliases }) => name === typed || aliases?.includes(typed));
  if (found) return found;
  throw new Failure('unknown-command', `There is no command "${typed}".${hint(commands, typed)}`);
}

function hint(commands: readonly CommandShape[], typed: string): string {
  const harmless = commands.filter(({ removes }) => !removes);
  const close = didYouMean(
    typed,
    harmless.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  );
  const meant = harmless.find(({ name, aliases }) => name === close || aliases?.includes(close ?? ''));
  return meant ? ` Did you mean ${meant.name}?` : '';
}
