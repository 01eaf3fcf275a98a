/**
 * Where OpenCode keeps its sessions: `$XDG_DATA_HOME/opencode` (`~/.local/share/opencode` on every platform), with
 * the database `opencode.db` or, before 1.2, a tree of small files in `storage/`. The Go version kept a database
 * in `.opencode` of the project or of the home folder.
 */
import { databaseInputs, databasesIn, dataFolder } from '../../families/opencode/data-folder.ts';
import { sessionFilesOf, storageInputs } from '../../families/opencode/storage.ts';
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const seen = new Set<string>();
  for (const path of await databases(host)) {
    if (seen.has(path) || !(await host.stat(path))) continue;
    seen.add(path);
    yield { path, kind: 'store', role: 'session' };
  }
  for await (const path of sessionFilesOf(host, host.join(dataFolder(host, 'opencode'), 'storage'))) {
    yield { path, kind: 'document', role: 'session' };
  }
}

async function databases(host: Host): Promise<string[]> {
  const found: string[] = [];
  const root = dataFolder(host, 'opencode');
  const override = host.env['OPENCODE_DB'];
  // A name without a folder lies in the data folder.
  if (override && override !== ':memory:') found.push(isAbsolute(override) ? override : host.join(root, override));
  found.push(...(await databasesIn(host, root, /^opencode.*\.db$/)));
  found.push(host.join(host.home, '.opencode', 'opencode.db'));
  return found;
}

const isAbsolute = (path: string) => /^([/\\]|[A-Za-z]:)/.test(path);

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const storage = await storageInputs(host, path);
  return storage.length > 0 ? storage : databaseInputs(host, path);
}
