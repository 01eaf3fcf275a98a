/** The doctor and the settings for the page. */
import { type Archive, doctor, importedAdapter, runAdapter } from '@hansard/archive';
import { type Adapter, Failure, type Host, type PriceBook } from '@hansard/core';
import type { Upkeep } from '@hansard/core/store/upkeep.ts';
import { parse } from 'jsonc-parser';
import { checkedValue, specOf } from '../config/checked-value.ts';
import { readConfigFile } from '../config/config-file.ts';
import { editConfig } from '../config/edit-config.ts';
import { loadSettings } from '../config/load-settings.ts';
import type { Context } from '../context.ts';
import { settings } from '../settings.ts';

/** What starts programs, names files or deletes sessions is not changed by a page. */
const CHANGEABLE: readonly RegExp[] = [/^color$/, /^timezone$/, /^exclude\./, /^sessions\.limit$/, /^budget\./];
const isChangeable = (key: string): boolean => CHANGEABLE.some((pattern) => pattern.test(key));

interface UpkeepOptions {
  readonly archive: Archive;
  readonly host: Host;
  readonly adapters: readonly Adapter[];
  readonly prices: PriceBook;
}

export function upkeepOf(context: Context, { archive, host, adapters, prices }: UpkeepOptions): Upkeep {
  const read = [...adapters, importedAdapter, runAdapter()];
  return {
    doctor: (whole) =>
      doctor(archive, {
        ...{ host, adapters: read, prices, quick: !whole },
        now: new Date().toISOString(),
        parse: (text) => parse(text),
      }),
    settings: async () => {
      const file = readConfigFile(context.configPath);
      const held = loadSettings(file, context.env, () => undefined, true);
      const all = settings.map((spec) => {
        const { value, origin } = held.held(spec.key);
        const { key, description, choices = [], default: usual } = spec;
        return {
          key,
          value: textOf(value),
          usual: textOf(usual),
          origin,
          description,
          choices,
          changeable: isChangeable(key),
        };
      });
      return { path: file.path, settings: all };
    },
    change: async (key, value) => {
      const spec = specOf(key, 'set');
      if (!isChangeable(key)) {
        const remedy = `Run \`hansard config set ${key} VALUE\`.`;
        throw new Failure('bad-argument', `${key} is changed on the command line only.`, { remedy });
      }
      editConfig(readConfigFile(context.configPath), key, value === null ? undefined : await checkedValue(spec, value));
    },
  };
}

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));
