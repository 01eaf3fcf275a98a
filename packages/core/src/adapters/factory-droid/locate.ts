/**
 * Where Droid keeps its sessions: `~/.factory/sessions/<folder>/<session>.jsonl`, the settings of each beside it.
 * FACTORY_HOME_OVERRIDE replaces the home folder.
 */
import type { Host } from '../../host.ts';
import type { LocatedInput } from '../contract.ts';

const LOG = '.jsonl';
const SETTINGS = '.settings.json';

export async function* locate(host: Host): AsyncIterable<LocatedInput> {
  const home = host.env['FACTORY_HOME_OVERRIDE'] || host.home;
  for (const entry of await host.list(host.join(home, '.factory', 'sessions'))) {
    if (!entry.folder) {
      if (entry.name.endsWith(LOG)) yield log(entry.path);
      continue;
    }
    for (const { path, name, folder } of await host.list(entry.path)) {
      if (folder) continue;
      if (name.endsWith(LOG)) yield log(path);
      else if (name.endsWith(SETTINGS)) yield besideLog(path, name.slice(0, -SETTINGS.length));
    }
  }
}

/** The log and its settings, from either. */
export async function inputsOf(host: Host, path: string): Promise<readonly LocatedInput[]> {
  const name = host.basename(path);
  const ending = [LOG, SETTINGS, `${SETTINGS}.bak`].find((end) => name.endsWith(end));
  if (!ending) return [log(path)];
  const session = name.slice(0, -ending.length);
  const beside = (end: string) => host.join(host.dirname(path), `${session}${end}`);
  const inputs = [log(beside(LOG)), besideLog(beside(SETTINGS), session)];
  const copy = beside(`${SETTINGS}.bak`);
  inputs.push({ path: copy, kind: 'side', role: 'side' });
  const there: LocatedInput[] = [];
  for (const input of inputs) if (await host.stat(input.path)) there.push(input);
  return there;
}

function log(path: string): LocatedInput {
  return { path, kind: 'log', role: 'session' };
}

/** Read with the log, and no session of its own. */
function besideLog(path: string, session: string): LocatedInput {
  return { path, kind: 'document', role: 'subagent', facts: { nativeId: session } };
}
