/** Where Zed keeps threads: `threads/threads.db` in its data folder. */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const folder of dataFolders(host)) {
    const path = host.join(folder, 'threads', 'threads.db');
    if (await host.stat(path)) yield { path, kind: 'store', role: 'session' };
  }
}

function dataFolders(host: Host): string[] {
  const { XDG_DATA_HOME, LOCALAPPDATA } = host.env;
  if (host.platform === 'darwin') return [host.join(host.home, 'Library', 'Application Support', 'Zed')];
  if (host.platform === 'win32') return [host.join(LOCALAPPDATA || host.join(host.home, 'AppData', 'Local'), 'Zed')];
  const data = XDG_DATA_HOME || host.join(host.home, '.local', 'share');
  const sandboxed = host.join(host.home, '.var', 'app', 'dev.zed.Zed', 'data');
  return [data, sandboxed].map((folder) => host.join(folder, 'zed'));
}

export async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [{ path, kind: 'store', role: 'session' }];
}
