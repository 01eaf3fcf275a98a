/**
 * Where Amp kept threads until early 2026: one file each in the user's data folder. Later versions keep them in
 * the service; `amp threads export` writes the same document.
 */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const data = host.env['XDG_DATA_HOME'] || host.join(host.home, '.local', 'share');
  for (const { name, path, folder } of await host.list(host.join(data, 'amp', 'threads'))) {
    if (!folder && name.startsWith('T-') && name.endsWith('.json')) yield { path, kind: 'document', role: 'session' };
  }
}

/** A thread is one document; a recorded stream is a file of its own. */
export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const isThread = host.basename(path).endsWith('.json');
  return [{ path, kind: isThread ? 'document' : 'log', role: 'session' }];
}
