/** `hansard git`: hooks that tell of commits as they are made. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  archiveHome,
  type HookState,
  hookStates,
  hooksFolder,
  installGlobal,
  installHooks,
  keepSetting,
  prepareHome,
  Repository,
  setting,
  spoolFile,
  takeSpool,
  uninstallGlobal,
  uninstallHooks,
} from '@hansard/archive';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { withSynced } from '../git/with-repository.ts';
import { hostOf } from '../machine.ts';
import { table } from '../terminal/table.ts';
import { tilde } from '../terminal/words.ts';

const NOTES = 'hansard.notes';

export async function run(context: Context, args: Arguments): Promise<number> {
  const action = args.positionals[0] as string;
  if (action === 'link') return link(context, args);
  const states = args.flag('global') ? await global(context, args, action) : await local(context, args, action);
  if (args.flag('json'))
    await context.out.write(`${JSON.stringify({ hooks: states.hooks, notes: states.notes }, null, 2)}\n`);
  else await context.out.write(textOf(context, states));
  return 0;
}

interface States {
  readonly hooks: readonly HookState[];
  readonly notes: boolean;
}

function optionsOf(context: Context, args: Arguments) {
  const home = archiveHome(hostOf(context));
  prepareHome(home);
  // The program as it was called: a packed one and one in a folder alike.
  const start = [process.execPath, process.argv[1] as string, 'git', 'link'];
  return { spool: spoolFile(home), start: args.flag('no-start') ? undefined : start };
}

async function local(context: Context, args: Arguments, action: string): Promise<States> {
  const repository = await Repository.open('.', context.env);
  try {
    const folder = await hooksFolder(repository);
    if (action === 'install') {
      installHooks(folder, optionsOf(context, args));
      if (args.flag('notes')) await keepSetting(repository, NOTES, 'true');
    } else if (action === 'uninstall') {
      uninstallHooks(folder);
      await keepSetting(repository, NOTES, undefined);
    }
    return { hooks: hookStates(folder), notes: (await setting(repository.git, NOTES)) === 'true' };
  } finally {
    repository.close();
  }
}

async function global(context: Context, args: Arguments, action: string): Promise<States> {
  const own = join(archiveHome(hostOf(context)), 'git-hooks');
  const env = { ...context.env };
  if (action === 'install')
    return { hooks: await installGlobal(context.home, env, own, optionsOf(context, args)), notes: false };
  if (action === 'uninstall') return { hooks: await uninstallGlobal(context.home, env, own), notes: false };
  return { hooks: existsSync(own) ? hookStates(own) : [], notes: false };
}

function textOf({ home }: Context, { hooks, notes }: States): string {
  if (hooks.length === 0) return 'No hooks are installed. `hansard blame` and `hansard commits` need none.\n';
  const rows = hooks.map(({ name, state, path }) => [name, state, tilde(path, home)]);
  return `${table(rows)}\n${notes ? 'Notes are written to refs/notes/hansard.\n' : ''}`;
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
