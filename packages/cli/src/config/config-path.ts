/** Where the configuration file is. Linux and macOS share one place; Windows has its own. */
import { join } from 'node:path';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: string;
}

export function configPath({ env, home, platform }: Surroundings, flag?: string): string {
  const given = flag ?? env['HANSARD_CONFIG'];
  if (given) return given;
  const folder =
    env['XDG_CONFIG_HOME'] ||
    (platform === 'win32' ? env['APPDATA'] || join(home, 'AppData', 'Roaming') : join(home, '.config'));
  return join(folder, 'hansard', 'config.json');
}
