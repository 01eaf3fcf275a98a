/** `hansard git`: hooks that tell of commits as they are made. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  archiveHome,
  type HookState,
  type HooksDone,
  hasTrailer,
  hookStates,
  hooksFolder,
  installGlobal,
  installHooks,
  keepSetting,
  placeNotes,
  prepareHome,
  Repository,
  refuseNowhere,
  setting,
  spoolFile,
  takeSpool,
  uninstallGlobal,
  uninstallHooks,
} from '@hansard/archive';
import { neutraliseLine } from '@hansard/core';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { withSynced } from '../git/with-repository.ts';
import { writeTrailer } from '../git/write-trailer.ts';
import { hostOf } from '../machine.ts';
import { table } from '../terminal/table.ts';
import { tilde } from '../terminal/words.ts';

const NOTES = 'hansard.notes';

export async function run(context: Context, args: Arguments): Promise<number> {
  const action = args.positionals[0] as string;
  if (action === 'link') return link(context, args);
  if (action === 'trailer') return writeTrailer(context, args.positionals[1]);
  const states = args.flag('global') ? await global(context, args, action) : await local(context, args, action);
  if (args.flag('json')) await context.out.write(`${JSON.stringify(states, null, 2)}\n`);
  else await context.out.write(textOf(context, states));
  return 0;
}

interface States {
  readonly hooks: readonly HookState[];
  readonly notes: boolean;
  readonly trailer: boolean;
}

function optionsOf(context: Context, args: Arguments) {
  const home = archiveHome(hostOf(context));
  prepareHome(home);
  // The program as it was called: a packed one and one in a folder alike.
  const program = [process.execPath, process.argv[1] as string, 'git'];
  return {
    spool: spoolFile(home),
    start: args.flag('no-start') ? undefined : [...program, 'link'],
    trailer: args.flag('trailer') ? [...program, 'trailer'] : undefined,
  };
}

async function local(context: Context, args: Arguments, action: string): Promise<States> {
  const repository = await Repository.open('.', context.env);
  try {
    const folder = await hooksFolder(repository);
    if (action === 'install') {
      await refuseNowhere(repository, folder);
      tell(context, installHooks(folder, optionsOf(context, args)));
      tell(context, await placeNotes(repository, folder));
      if (args.flag('notes')) await keepSetting(repository, NOTES, 'true');
    } else if (action === 'uninstall') {
      tell(context, uninstallHooks(folder));
      await keepSetting(repository, NOTES, undefined);
    }
    const notes = (await setting(repository.git, NOTES)) === 'true';
    return { hooks: hookStates(folder), notes, trailer: hasTrailer(folder) };
  } finally {
    repository.close();
  }
}

async function global(context: Context, args: Arguments, action: string): Promise<States> {
  const own = join(archiveHome(hostOf(context)), 'git-hooks');
  const env = { ...context.env };
  const told = (hooks: readonly HookState[]) => ({ hooks, notes: false, trailer: hasTrailer(own) });
  const done = ({ hooks, said }: HooksDone) => {
    tell(context, said);
    return told(hooks);
  };
  if (action === 'install') return done(await installGlobal(context.home, env, own, optionsOf(context, args)));
  if (action === 'uninstall') return done(await uninstallGlobal(context.home, env, own));
  return told(existsSync(own) ? hookStates(own) : []);
}

function tell(context: Context, notes: readonly string[]): void {
  for (const note of notes) context.note(neutraliseLine(note));
}

function textOf({ home }: Context, { hooks, notes, trailer }: States): string {
  if (hooks.length === 0) return 'No hooks are installed. `hansard blame` and `hansard commits` need none.\n';
  const rows = hooks.map(({ name, state, changed, path }) => [
    name,
    changed ? `${state}; changed since it was installed` : state,
    neutraliseLine(tilde(path, home)),
  ]);
  const told = [
    ...(notes ? ['Notes are written to refs/notes/hansard.'] : []),
    ...(trailer ? ['Commits get a trailer with the sessions that wrote them.'] : []),
  ];
  return [table(rows), ...told, ''].join('\n');
}

/** What the hooks have told is linked. It runs in the background, too, where nobody reads what it says. */
function link(context: Context, args: Arguments): Promise<number> {
  return withSynced(context, async (archive) => {
    const taken = await takeSpool(archive, spoolFile(archive.home), context.env, new Date().toISOString());
    if (args.flag('json')) await context.out.write(`${JSON.stringify(taken, null, 2)}\n`);
    else await context.out.write(`${taken.commits} commits, ${taken.links} links.\n`);
    for (const problem of taken.problems) context.note(problem);
    return taken.problems.length > 0 ? 1 : 0;
  });
}
