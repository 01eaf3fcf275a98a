/** `hansard profiles`: every lever of every privacy profile. */
import { neutraliseLine } from '@hansard/core';
import { BUILT_IN, type Profile, profileNames } from '@hansard/core/privacy/index.ts';
import type { Arguments } from '../arguments.ts';
import type { Context } from '../context.ts';
import { ownPrivacyOf, profileNamed } from '../privacy/chosen-profile.ts';
import { levers } from '../privacy/profile-options-text.ts';
import type { Colors } from '../terminal/colors.ts';
import { table } from '../terminal/table.ts';

export async function run(context: Context, args: Arguments): Promise<number> {
  const own = await ownPrivacyOf(context);
  const names = args.positionals.length > 0 ? args.positionals : profileNames(own.profiles);
  const profiles = names.map((name) => profileNamed(name, own));
  const chosen = (await context.settings()).held('profile');
  if (args.flag('json')) {
    const list = profiles.map((profile) => ({ ...profile, builtIn: Object.hasOwn(BUILT_IN, profile.name) }));
    await context.out.write(`${JSON.stringify({ chosen: chosen.value, profiles: list }, null, 2)}\n`);
    return 0;
  }
  await context.out.write(plainText(profiles, chosen.value, await context.colors()));
  return 0;
}

function plainText(profiles: readonly Profile[], chosen: string, colors: Colors): string {
  const purposes = profiles.map(({ name, purpose }) => [
    `${neutraliseLine(name)}${name === chosen ? ' *' : ''}`,
    neutraliseLine(purpose),
  ]);
  const names = levers(profiles[0] as Profile).map(([lever]) => lever);
  const columns = profiles.map((profile) => new Map(levers(profile)));
  const rows = names.map((lever) => [lever, ...columns.map((column) => neutraliseLine(column.get(lever) ?? ''))]);
  const head = ['', ...profiles.map(({ name }) => neutraliseLine(name))];
  const [first = '', ...rest] = table([head, ...rows]).split('\n');
  return `${table(purposes)}\n\n${colors.bold(first)}\n${rest.join('\n')}\n`;
}
