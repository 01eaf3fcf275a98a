/** Where Kilo keeps its sessions: one database in `$XDG_DATA_HOME/kilo` (`~/.local/share/kilo`). */
import { databaseInputs, databasesIn, dataFolder } from '../../families/opencode/data-folder.ts';
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const path of await databasesIn(host, dataFolder(host, 'kilo'), /^kilo.*\.db$/)) {
    yield { path, kind: 'store', role: 'session' };
  }
}

export const inputsOf = (host: Host, path: string): Promise<readonly LocatedInput[]> => databaseInputs(host, path);
