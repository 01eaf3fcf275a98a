/**
 * Where OpenCode keeps its sessions: `$XDG_DATA_HOME/opencode` (`~/.local/share/opencode` on every platform), with
 * the database `opencode.db` or, before 1.2, a tree of small files in `storage/`. The Go version kept a database
 * in `.opencode` of the project or of the home folder.
 */

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
  for (const root of dataFolders(host)) {
    for await (const path of sessionFilesOf(host, host.join(root, 'storage'))) {
      yield { path, kind: 'document', role: 'session' };
    }
  }
}

function dataFolders(host: Host): string[] {
  const data = host.env['XDG_DATA_HOME'] || host.join(host.home, '.local', 'share');
  return [host.join(data, 'opencode')];
}

async function databases(host: Host): Promise<string[]> {
  const found: string[] = [];
  const override = host.env['OPENCODE_DB'];
  for (const root of dataFolders(host)) {
    // A name without a folder lies in the data folder.
    if (override && override !== ':memory:') found.push(isAbsolute(override) ? override : host.join(root, override));
    for (const { path, name, folder } of await host.list(root)) {
      if (!folder && /^opencode.*\.db$/.test(name)) found.push(path);
    }
  }
  found.push(host.join(host.home, '.opencode', 'opencode.db'));
  return found;
}

const isAbsolute = (path: string) => /^([/\\]|[A-Za-z]:)/.test(path);

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const storage = await storageInputs(host, path);
  if (storage.length > 0) return storage;
  if (!path.endsWith('.db')) return [];
  return [{ path, kind: 'store', role: 'session' }, ...(await spilledOutput(host, host.dirname(path)))];
}

/** Output too long for the model, in files beside the database. */
async function spilledOutput(host: Host, folder: string): Promise<LocatedInput[]> {
  const files = await host.list(host.join(folder, 'tool-output'));
  return files.filter((file) => !file.folder).map(({ path }) => ({ path, kind: 'side', role: 'side' }));
}
