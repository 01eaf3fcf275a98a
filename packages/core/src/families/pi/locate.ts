/** Where Pi and what is built on it keep their sessions: a folder for each working directory, one file a session. */
import type { Adapter, LocatedInput } from '../../adapters/contract.ts';
import type { Host } from '../../host.ts';

export function sessionFiles(roots: (host: Host) => readonly string[]): Pick<Adapter, 'locate' | 'inputsOf'> {
  return { locate: (host) => locate(host, roots(host)), inputsOf };
}

async function* locate(host: Host, roots: readonly string[]): AsyncIterable<LocatedInput> {
  const seen = new Set<string>();
  for (const root of roots) {
    for (const entry of await host.list(root)) {
      // A session folder of one's own choice holds the files directly.
      const files = entry.folder ? await host.list(entry.path) : [entry];
      for (const { name, path, folder } of files) {
        if (folder || !name.endsWith('.jsonl') || seen.has(path)) continue;
        seen.add(path);
        yield { path, kind: 'log', role: 'session' };
      }
    }
  }
}

/** A session is one file; forks are sessions of their own. */
async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [{ path, kind: 'log', role: 'session' }];
}

/** `sessions` in the agent's folder, which a variable may move. */
export function agentSessions(host: Host, variable: string, ...usual: readonly string[]): string[] {
  const own = host.env[variable];
  return [...(own ? [host.join(expand(host, own), 'sessions')] : []), host.join(host.home, ...usual, 'sessions')];
}

/** A path as people write it in a variable. */
export function expand(host: Host, path: string): string {
  if (path === '~') return host.home;
  return path.startsWith('~/') ? host.join(host.home, path.slice(2)) : path;
}
