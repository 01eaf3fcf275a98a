/** Where Amazon Q keeps its conversations: `amazon-q/data.sqlite3` in the folder for local data. */
import { localDataFolders } from '../../families/amazon-q/data-folders.ts';
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const folder of localDataFolders(host, 'amazon-q')) {
    const path = host.join(folder, 'data.sqlite3');
    if (await host.stat(path)) yield { path, kind: 'store', role: 'session' };
  }
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const isDatabase = /\.(sqlite3?|db)$/.test(host.basename(path));
  return [{ path, kind: isDatabase ? 'store' : 'document', role: 'session' }];
}
