/** Where Pi keeps its sessions: a folder for each working directory, one file a session. */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const seen = new Set<string>();
  for (const root of roots(host)) {
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

function roots(host: Host): string[] {
  const { env } = host;
  const sessions = env['PI_CODING_AGENT_SESSION_DIR'];
  const agent = env['PI_CODING_AGENT_DIR'];
  return [
    ...(sessions ? [expand(host, sessions)] : []),
    ...(agent ? [host.join(expand(host, agent), 'sessions')] : []),
    host.join(host.home, '.pi', 'agent', 'sessions'),
  ];
}

function expand(host: Host, path: string): string {
  if (path === '~') return host.home;
  return path.startsWith('~/') ? host.join(host.home, path.slice(2)) : path;
}

/** A session is one file; forks are sessions of their own. */
export async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [{ path, kind: 'log', role: 'session' }];
}
