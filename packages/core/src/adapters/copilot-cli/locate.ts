/**
 * Where Copilot CLI keeps its sessions: `session-state/<id>/events.jsonl`, and before 2026 one JSON document each in
 * `history-session-state/`, below `~/.copilot`. COPILOT_HOME moves the folder; the first versions followed XDG.
 */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

const EVENTS = 'events.jsonl';
const MAX_SIDE_FILES = 500;

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const root of roots(host)) {
    for (const entry of await host.list(host.join(root, 'session-state'))) {
      if (!entry.folder) {
        if (entry.name.endsWith('.jsonl')) yield { path: entry.path, kind: 'log', role: 'session' };
        continue;
      }
      const path = host.join(entry.path, EVENTS);
      const file = await host.stat(path);
      if (file && !file.folder) yield { path, kind: 'log', role: 'session' };
    }
    for (const entry of await host.list(host.join(root, 'history-session-state'))) {
      if (!entry.folder && entry.name.endsWith('.json')) yield { path: entry.path, kind: 'document', role: 'session' };
    }
  }
}

function roots(host: Host): string[] {
  const { COPILOT_HOME, XDG_STATE_HOME, XDG_CONFIG_HOME } = host.env;
  const homes = [COPILOT_HOME, host.join(host.home, '.copilot')];
  for (const xdg of [XDG_STATE_HOME, XDG_CONFIG_HOME]) {
    if (xdg) homes.push(host.join(xdg, '.copilot'), host.join(xdg, 'copilot'));
  }
  return [...new Set(homes.filter((home): home is string => Boolean(home)))];
}

/** The log, and what the session keeps beside it: its database of todos, checkpoints, snapshots of files. */
export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const folder = await sessionFolder(host, path);
  if (!folder) return [{ path, kind: path.endsWith('.json') ? 'document' : 'log', role: 'session' }];
  const log = host.join(folder, EVENTS);
  const inputs: LocatedInput[] = [{ path: log, kind: 'log', role: 'session' }];
  for await (const side of filesBelow(host, folder, 3)) {
    if (inputs.length > MAX_SIDE_FILES) break;
    if (side !== log) inputs.push({ path: side, kind: 'side', role: 'side' });
  }
  return inputs;
}

/** The folder below `session-state` that holds the path and has a log. */
async function sessionFolder(host: Host, path: string): Promise<string | undefined> {
  let folder = host.dirname(path);
  for (let depth = 0; depth < 4 && folder; depth++, folder = host.dirname(folder)) {
    if (host.basename(host.dirname(folder)) !== 'session-state') continue;
    return (await host.stat(host.join(folder, EVENTS))) ? folder : undefined;
  }
  return undefined;
}

async function* filesBelow(host: Host, folder: string, depth: number): AsyncIterable<string> {
  for (const entry of await host.list(folder)) {
    if (!entry.folder) yield entry.path;
    else if (depth > 1) yield* filesBelow(host, entry.path, depth - 1);
  }
}
