/** Where Forge keeps its conversations: `~/.forge/.forge.db`, `~/forge/.forge.db` before. */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const { FORGE_CONFIG } = host.env;
  const folders = FORGE_CONFIG ? [FORGE_CONFIG] : ['.forge', 'forge'].map((name) => host.join(host.home, name));
  for (const folder of folders) {
    const path = host.join(folder, '.forge.db');
    if (await host.stat(path)) yield { path, kind: 'store', role: 'session' };
  }
}

export async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [{ path, kind: path.endsWith('.db') ? 'store' : 'document', role: 'session' }];
}
