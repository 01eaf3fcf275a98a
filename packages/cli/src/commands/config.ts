/** `hansard config`: what holds and where it comes from; changes to the configuration file. */
import { Failure } from '@hansard/core/failure.ts';
import type { Arguments } from '../arguments.ts';
import { checkedValue, specOf } from '../config/checked-value.ts';
import { type ConfigFile, placed, readConfigFile } from '../config/config-file.ts';
import { editConfig } from '../config/edit-config.ts';
import { loadSettings, type SettingHeld } from '../config/load-settings.ts';
import type { Context } from '../context.ts';
import { type SettingSpec, settings } from '../settings.ts';
import { table } from '../terminal/table.ts';

/** How many words may follow an action. */
const TAKES: Readonly<Record<string, number>> = { list: 0, path: 0, get: 1, unset: 1, set: 2 };

export async function run(context: Context, args: Arguments): Promise<number> {
  const [action = 'list', key, value] = args.positionals;
  const extra = args.positionals[1 + (TAKES[action] ?? 0)];
  if (extra !== undefined) throw new Failure('bad-argument', `config ${action} does not take "${extra}".`);
  const file = readConfigFile(context.configPath);
  const json = args.flag('json');
  if (action === 'path') return print(context, json ? JSON.stringify({ path: file.path }) : file.path);
  if (action === 'list') return list(context, file, json);
  const spec = specOf(key, action);
  if (action === 'get') return get(context, file, spec, json);
  if (action === 'set' && value === undefined) throw new Failure('bad-argument', `config set ${key} needs a value.`);
  editConfig(file, spec.key, action === 'set' ? await checkedValue(spec, value as string) : undefined);
  return 0;
}

async function list(context: Context, file: ConfigFile, json: boolean): Promise<number> {
  const held = loadSettings(file, context.env, () => undefined, true);
  const all = settings.map(({ key }) => held.held(key));
  if (json) {
    const values = Object.fromEntries(all.map(({ spec, value, origin }) => [spec.key, { value, origin }]));
    await print(context, JSON.stringify({ path: file.path, settings: values, problems: file.problems }, null, 2));
  } else {
    const rows = all.map((setting) => [setting.spec.key, text(setting), originText(setting)]);
    await print(
      context,
      `${table([['SETTING', 'VALUE', 'FROM'], ...rows])}\n\nFile: ${file.path}${file.text === undefined ? ' (not there yet)' : ''}`,
    );
  }
  for (const problem of file.problems) context.note(placed(file, problem));
  return file.problems.length > 0 ? 1 : 0;
}

async function get(context: Context, file: ConfigFile, spec: SettingSpec, json: boolean): Promise<number> {
  const held = loadSettings(file, context.env, () => undefined).held(spec.key);
  return print(context, json ? JSON.stringify({ value: held.value, origin: held.origin }) : text(held));
}

async function print(context: Context, line: string): Promise<number> {
  await context.out.write(`${line}\n`);
  return 0;
}

const text = ({ value }: SettingHeld): string => (Array.isArray(value) ? value.join(',') : String(value));

function originText({ origin, spec }: SettingHeld): string {
  return origin === 'environment' ? `environment (${spec.env})` : origin;
}
