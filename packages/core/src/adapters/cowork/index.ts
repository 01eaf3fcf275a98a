/** Claude Cowork: sessions of the desktop program, each with a tree of Claude Code's in a folder of its own. */
import { type Beside, projectLogs } from '../../families/claude-code/locate.ts';
import { sessionLog } from '../../families/claude-code/session-log.ts';
import type { Host } from '../../host.ts';
import { listOf, stringOf } from '../../reading/native-values.ts';
import { readObject } from '../../reading/read-object.ts';
import { readTime } from '../../reading/time.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';

export const cowork: Adapter = {
  id: 'cowork',
  label: 'Claude Cowork',
  version: '0.1.0',
  homepage: 'https://claude.com/product/cowork',
  evidence: 'readers',
  versionsSeen: 'none: from what other readers say (2026)',
  keeps: '`<Claude data>/local-agent-mode-sessions/<account>/<workspace>/local_<id>/.claude/projects/`',
  variables: ['APPDATA', 'XDG_CONFIG_HOME'],
  coverage: covers({ readers: ['text', 'tool-calls', 'tool-results', 'command-execution', 'usage'] }),
  dialects: [sessionLog],
  roots,
  ...projectLogs(configs, described),
};

function roots(host: Host): string[] {
  const { APPDATA, XDG_CONFIG_HOME } = host.env;
  const base =
    host.platform === 'darwin'
      ? host.join(host.home, 'Library', 'Application Support')
      : host.platform === 'win32'
        ? APPDATA || host.join(host.home, 'AppData', 'Roaming')
        : XDG_CONFIG_HOME || host.join(host.home, '.config');
  return [host.join(base, 'Claude', 'local-agent-mode-sessions')];
}

const OWN = /^local_[\w-]+$/;

/** `<account>/<workspace>/local_<id>`: what the sessions themselves made is not looked through. */
async function configs(host: Host): Promise<string[]> {
  const found: string[] = [];
  for (const root of roots(host)) {
    for (const account of await host.list(root)) {
      for (const workspace of account.folder ? await host.list(account.path) : []) {
        for (const { path, name, folder } of workspace.folder ? await host.list(workspace.path) : []) {
          if (folder && OWN.test(name)) found.push(host.join(path, '.claude'));
        }
      }
    }
  }
  return found;
}

/** `local_<id>.json` beside the session's folder: its title, and the folders that the user chose. */
async function described(host: Host, log: string): Promise<Beside | undefined> {
  const home = host.dirname(host.dirname(host.dirname(host.dirname(log))));
  if (!OWN.test(host.basename(home))) return undefined;
  const path = `${home}.json`;
  const known = await readObject(host, path);
  if (!known) return undefined;
  const title = stringOf(known['title']);
  const startedAt = readTime(known['createdAt']);
  const folders = listOf(known['userSelectedFolders']).filter((folder) => typeof folder === 'string');
  const facts = {
    ...(title ? { title: { text: title, rank: 100 } } : {}),
    ...(startedAt ? { startedAt } : {}),
    extra: { session: stringOf(known['sessionId']) ?? host.basename(home), ...(folders.length > 0 ? { folders } : {}) },
  };
  return { path, facts };
}
