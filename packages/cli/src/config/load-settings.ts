/** What holds: flag over environment over file over default, each value with where it comes from. */
import { Failure } from '@hansard/core/failure.ts';
import { parseSetting, type SettingKey, type SettingSpec, type SettingValues, settings } from '../settings.ts';
import { type ConfigFile, placed } from './config-file.ts';

export type Origin = 'flag' | 'environment' | 'file' | 'default';

export interface SettingHeld<K extends SettingKey = SettingKey> {
  readonly spec: SettingSpec;
  readonly value: SettingValues[K];
  readonly origin: Origin;
}

export class Settings {
  readonly #held: ReadonlyMap<SettingKey, SettingHeld>;

  constructor(held: ReadonlyMap<SettingKey, SettingHeld>) {
    this.#held = held;
  }

  held<K extends SettingKey>(key: K): SettingHeld<K> {
    return this.#held.get(key) as SettingHeld<K>;
  }

  get<K extends SettingKey>(key: K): SettingValues[K] {
    return this.held(key).value;
  }
}

/** Faulty values stop the program, so that a wish is never silently ignored; `onlyShow` is for `hansard config`. */
export function loadSettings(
  file: ConfigFile,
  env: Readonly<Record<string, string | undefined>>,
  flag: (name: string) => string | undefined,
  onlyShow = false,
): Settings {
  const fault = file.problems.find(({ kind }) => kind !== 'unknown');
  if (fault && !onlyShow) {
    const remedy = fault.kind === 'syntax' ? 'Correct the file at that place.' : undefined;
    throw new Failure('bad-config', placed(file, fault), { remedy });
  }
  return new Settings(new Map(settings.map((spec) => [spec.key, hold(spec, file, env, spec.flag && flag(spec.flag))])));
}

function hold(
  spec: SettingSpec,
  file: ConfigFile,
  env: Readonly<Record<string, string | undefined>>,
  flag: string | undefined,
): SettingHeld {
  if (flag !== undefined) return { spec, value: parsed(spec, flag, `--${spec.flag}`, 'bad-argument'), origin: 'flag' };
  const variable = env[spec.env];
  if (variable !== undefined && variable !== '') {
    return { spec, value: parsed(spec, variable, spec.env, 'bad-config'), origin: 'environment' };
  }
  const written = file.values.get(spec.key);
  if (written !== undefined) return { spec, value: written, origin: 'file' };
  return { spec, value: spec.default as SettingValues[SettingKey], origin: 'default' };
}

function parsed(spec: SettingSpec, text: string, name: string, code: 'bad-argument' | 'bad-config') {
  const read = parseSetting(spec, text);
  if ('value' in read) return read.value;
  const remedy = code === 'bad-config' ? `Correct or unset the variable ${name}.` : undefined;
  throw new Failure(code, `${name} is "${text}": ${read.error}.`, { remedy });
}
