/** Where Goose keeps its sessions: `sessions/sessions.db` in its data folder, on macOS, too; earlier one file each. */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

const DATABASE = 'sessions.db';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const seen = new Set<string>();
  for (const folder of dataFolders(host)) {
    const sessions = host.join(folder, 'sessions');
    if (seen.has(sessions)) continue;
    seen.add(sessions);
    for (const { name, path, folder: isFolder } of await host.list(sessions)) {
      if (isFolder) continue;
      if (name === DATABASE) yield { path, kind: 'store', role: 'session' };
      else if (name.endsWith('.jsonl')) yield { path, kind: 'log', role: 'session' };
    }
  }
}

function dataFolders(host: Host): string[] {
  const { GOOSE_PATH_ROOT, XDG_DATA_HOME, APPDATA } = host.env;
  if (GOOSE_PATH_ROOT) return [host.join(GOOSE_PATH_ROOT, 'data')];
  return [
    ...(APPDATA ? [host.join(APPDATA, 'Block', 'goose', 'data')] : []),
    ...(XDG_DATA_HOME ? [host.join(XDG_DATA_HOME, 'goose')] : []),
    host.join(host.home, '.local', 'share', 'goose'),
  ];
}

export async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [{ path, kind: path.endsWith('.db') ? 'store' : 'log', role: 'session' }];
}
