/** A setting by its name, and a value for it as it is written on the command line. */
import { Failure } from '@hansard/core/failure.ts';
import { suggestion } from '../did-you-mean.ts';
import { parseSetting, type SettingSpec, settingOf, settings } from '../settings.ts';

export function specOf(key: string | undefined, action: string): SettingSpec {
  if (key === undefined) throw new Failure('bad-argument', `config ${action} needs a setting.`);
  const spec = settingOf(key);
  if (spec) return spec;
  const keys = settings.map((setting) => setting.key);
  throw new Failure('unknown-setting', `There is no setting "${key}".${suggestion(key, keys)}`);
}

export async function checkedValue(spec: SettingSpec, value: string): Promise<unknown> {
  const read = parseSetting(spec, value);
  if ('error' in read) throw new Failure('bad-argument', `${spec.key} cannot be "${value}": ${read.error}.`);
  if (spec.key === 'exclude.agents') {
    const { checkAgents } = await import('../check-agents.ts');
    checkAgents(read.value as readonly string[]);
  }
  return read.value;
}
