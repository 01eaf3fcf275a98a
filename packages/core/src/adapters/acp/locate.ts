/**
 * The protocol is spoken, not stored: recordings lie where the client puts them. One agent is known to log its
 * updates: Grok Build, in `~/.grok/sessions/<folder>/<session>/updates.jsonl`, with other files beside it.
 */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

const UPDATES = 'updates.jsonl';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const project of await host.list(host.join(host.home, '.grok', 'sessions'))) {
    if (!project.folder) continue;
    for (const session of await host.list(project.path)) {
      const path = host.join(session.path, UPDATES);
      const file = session.folder ? await host.stat(path) : undefined;
      if (file && !file.folder) yield { path, kind: 'log', role: 'session', facts: { nativeId: session.name } };
    }
  }
}

export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const folder = host.dirname(path);
  const isStored = host.basename(host.dirname(host.dirname(folder))) === 'sessions';
  if (host.basename(path) !== UPDATES || !isStored) return [{ path, kind: 'log', role: 'session' }];
  const inputs: LocatedInput[] = [{ path, kind: 'log', role: 'session', facts: { nativeId: host.basename(folder) } }];
  for (const entry of await host.list(folder)) {
    if (!entry.folder && entry.path !== path) inputs.push({ path: entry.path, kind: 'side', role: 'side' });
  }
  return inputs;
}
