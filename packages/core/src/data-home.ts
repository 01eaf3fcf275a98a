/** Where Hansard keeps its own data: `HANSARD_HOME`, or the platform's folder for a user's data. */
import type { Host } from './host.ts';

export function dataHome({ env, home, platform, join }: Pick<Host, 'env' | 'home' | 'platform' | 'join'>): string {
  if (env['HANSARD_HOME']) return env['HANSARD_HOME'];
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'hansard');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'hansard');
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'hansard');
}

/** Where the command keeps what it captures, a folder for each session. */
export const capturesHome = (host: Pick<Host, 'env' | 'home' | 'platform' | 'join'>): string =>
  host.join(dataHome(host), 'captured');

/** Where what exporters send is kept, a file for each session. */
export const telemetryHome = (host: Pick<Host, 'env' | 'home' | 'platform' | 'join'>): string =>
  host.join(dataHome(host), 'telemetry');
