/** Qoder: logs of Claude Code's kind in folders of its own, with a description beside each. */
import { type Beside, projectLogs } from '../../families/claude-code/locate.ts';
import { sessionLog } from '../../families/claude-code/session-log.ts';
import type { Host } from '../../host.ts';
import { stringOf, wordOf } from '../../reading/native-values.ts';
import { readObject } from '../../reading/read-object.ts';
import type { Adapter, SessionFacts } from '../contract.ts';
import { covers } from '../coverage.ts';

export const qoder: Adapter = {
  id: 'qoder',
  label: 'Qoder',
  version: '0.1.0',
  homepage: 'https://qoder.com',
  evidence: 'readers',
  versionsSeen: 'none: from what other readers say (2026)',
  keeps: '`~/.qoder/projects/<folder>/<session>.jsonl`, described in `<session>-session.json`',
  variables: [],
  coverage: covers({ readers: ['text', 'tool-calls', 'tool-results', 'command-execution', 'usage'] }),
  dialects: [sessionLog],
  roots: configs,
  ...projectLogs(configs, described),
};

function configs(host: Host): string[] {
  return [host.join(host.home, '.qoder')];
}

async function described(host: Host, log: string): Promise<Beside | undefined> {
  const path = log.replace(/\.jsonl$/, '-session.json');
  const known = path === log ? undefined : await readObject(host, path);
  if (!known) return undefined;
  const [title, cwd] = [stringOf(known['title']), stringOf(known['working_dir'])];
  const [fork, parent] = [wordOf(known['fork_from']), wordOf(known['parent_session_id'])];
  const facts: SessionFacts = {
    ...(title ? { title: { text: title, rank: 100 } } : {}),
    ...(cwd ? { environment: { cwd } } : {}),
    ...(fork ? { lineage: { kind: 'fork', of: fork } } : parent ? { lineage: { kind: 'resume', of: parent } } : {}),
  };
  return { path, facts };
}
