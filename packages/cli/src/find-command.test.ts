import { expect, it } from 'vitest';
import { commands } from './commands/index.ts';
import { findCommand } from './find-command.ts';

const name = (typed: string) => findCommand(commands, typed).name;

it('knows the names that people type', () => {
  expect(['ls', 'list', 'sessions'].map(name)).toEqual(['sessions', 'sessions', 'sessions']);
});

it('suggests the command behind an alias', () => {
  expect(() => name('lst')).toThrow('There is no command "lst". Did you mean sessions?');
  expect(() => name('shw')).toThrow('Did you mean show?');
});

it('never suggests a command that removes data', () => {
  const removing = commands.filter(({ removes }) => removes).map((command) => command.name);
  expect(removing).toEqual(['rm', 'scrub', 'hub']);
  for (const typed of ['r', 'rn', 'em', 'rmm', 'scrb', 'scrubs', 'srub', 'rmdir', 'hb', 'hubb']) {
    expect(() => name(typed)).toThrow(/^There is no command "[a-z]+"\.( Did you mean (?!rm|scrub|hub)[a-z-]+\?)?$/);
  }
});

it('has no name twice', () => {
  const names = commands.flatMap((command) => [command.name, ...(command.aliases ?? [])]);
  expect(new Set(names).size).toBe(names.length);
});
