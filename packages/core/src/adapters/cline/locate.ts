/**
 * Where the CLI keeps its sessions: `~/.cline/data/sessions/<session>/<session>.messages.json`, a manifest beside it.
 * The database next to them repeats the manifests.
 */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

const MESSAGES = '.messages.json';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  for (const { path, folder } of await host.list(sessionsFolder(host))) if (folder) yield* inputsIn(host, path);
}

function sessionsFolder(host: Host): string {
  const { CLINE_SESSION_DATA_DIR, CLINE_DATA_DIR, CLINE_DIR } = host.env;
  if (CLINE_SESSION_DATA_DIR) return CLINE_SESSION_DATA_DIR;
  return host.join(CLINE_DATA_DIR || host.join(CLINE_DIR || host.join(host.home, '.cline'), 'data'), 'sessions');
}

/** The messages first, then what lies beside them. */
async function* inputsIn(host: Host, folder: string): AsyncIterable<LocatedInput> {
  const files = (await host.list(folder)).filter((entry) => !entry.folder);
  for (const { path, name } of files) {
    if (name.endsWith(MESSAGES)) yield { path, kind: 'document', role: 'session' };
  }
  for (const { path, name } of files) {
    if (!name.endsWith(MESSAGES)) yield { path, kind: 'side', role: 'side' };
  }
}

/** Everything in the session's folder, if the path is in one; a recorded stream is a file of its own. */
export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const name = host.basename(path);
  const folder = host.dirname(path);
  if (!name.endsWith('.json')) return [{ path, kind: 'log', role: 'session' }];
  if (!name.startsWith(`${host.basename(folder)}.`)) return [{ path, kind: 'document', role: 'session' }];
  const inputs: LocatedInput[] = [];
  for await (const input of inputsIn(host, folder)) inputs.push(input);
  return inputs;
}

/** The manifest that belongs to a document of messages. */
export function manifestOf(path: string): string | undefined {
  return path.endsWith(MESSAGES) ? `${path.slice(0, -MESSAGES.length)}.json` : undefined;
}
