/** Health and settings in memory, for tests: two findings, one setting that can be changed and one that cannot. */
import { Failure } from '@hansard/core';
import type { HeldSetting, Upkeep } from '@hansard/core/store/upkeep.ts';

/** `details` of what needs attention, which may name folders and people. */
export function memoryUpkeep(details = '/home/dev'): Upkeep {
  const values = new Map<string, string>();
  return {
    doctor: async (whole) => [
      { check: 'database', level: 'fine', message: whole ? 'The database is whole.' : 'The database opens.' },
      { check: 'space', level: 'attention', message: 'The disk is full.', remedy: 'Make room.', details: [details] },
    ],
    settings: async () => ({
      path: '/home/dev/.config/hansard/config.jsonc',
      settings: ['timezone', 'pager'].map(
        (key): HeldSetting => ({
          ...{ key, usual: 'local', description: 'It is a setting.', choices: [], changeable: key !== 'pager' },
          value: values.get(key) ?? 'local',
          origin: values.has(key) ? 'file' : 'default',
        }),
      ),
    }),
    change: async (key, value) => {
      if (key !== 'timezone') throw new Failure('unknown-setting', `There is no setting "${key}".`);
      if (value === null) values.delete(key);
      else values.set(key, value);
    },
  };
}
