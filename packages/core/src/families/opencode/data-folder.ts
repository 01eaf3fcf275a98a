/** The folder in which an agent of the family keeps its data, and what lies in it. */
import type { LocatedInput } from '../../adapters/contract.ts';
import type { Host } from '../../host.ts';

/** `$XDG_DATA_HOME/<name>`, which is `~/.local/share/<name>` on every platform. */
export function dataFolder(host: Host, name: string): string {
  return host.join(host.env['XDG_DATA_HOME'] || host.join(host.home, '.local', 'share'), name);
}

export async function databasesIn(host: Host, folder: string, name: RegExp): Promise<string[]> {
  const entries = await host.list(folder);
  return entries.filter((entry) => !entry.folder && name.test(entry.name)).map(({ path }) => path);
}

/** A database, and output too long for the model in files beside it. */
export async function databaseInputs(host: Host, path: string): Promise<LocatedInput[]> {
  if (!path.endsWith('.db')) return [];
  const files = await host.list(host.join(host.dirname(path), 'tool-output'));
  const spilled = files.filter((file) => !file.folder);
  return [
    { path, kind: 'store', role: 'session' },
    ...spilled.map((file): LocatedInput => ({ path: file.path, kind: 'side', role: 'side' })),
  ];
}
