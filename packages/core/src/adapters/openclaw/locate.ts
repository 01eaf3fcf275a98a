/**
 * Where OpenClaw keeps its sessions: one database for each of its agents, before that one file for each session.
 * `state/openclaw.sqlite` holds who the user is, and is left alone.
 */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

const DATABASE = 'openclaw-agent.sqlite';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const home = host.env['OPENCLAW_STATE_DIR'] || host.join(host.home, '.openclaw');
  for (const { path, folder } of await host.list(host.join(home, 'agents'))) {
    if (!folder) continue;
    const database = host.join(path, 'agent', DATABASE);
    if (await host.stat(database)) yield { path: database, kind: 'store', role: 'session' };
    for (const entry of await host.list(host.join(path, 'sessions'))) {
      if (!entry.folder && entry.name.endsWith('.jsonl')) yield { path: entry.path, kind: 'log', role: 'session' };
    }
  }
}

export async function inputsOf(_host: Host, path: string): Promise<readonly LocatedInput[]> {
  return [{ path, kind: path.endsWith('.sqlite') ? 'store' : 'log', role: 'session' }];
}
