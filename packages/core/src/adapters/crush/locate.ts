/**
 * Where Crush keeps its sessions: `.crush/crush.db` of each project. Which projects there are nothing says, so only
 * the home folder's own and the data folder are looked into; others are read when they are named.
 */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const folder of ['.local/share/crush', '.crush']) {
    const path = host.join(host.home, ...folder.split('/'), 'crush.db');
    if (await host.stat(path)) yield { path, kind: 'store', role: 'session' };
  }
}

export async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [{ path, kind: 'store', role: 'session' }];
}
