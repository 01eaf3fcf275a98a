/** Junie, JetBrains' agent: a log of what its interface shows. */
import type { Host } from '../../host.ts';
import { stringOf, wordOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import type { Adapter, LocatedInput, SessionFacts } from '../contract.ts';
import { covers } from '../coverage.ts';
import { eventLog } from './event-log.ts';
import { indexIn } from './session-index.ts';

const LOG = 'events.jsonl';

export const junie: Adapter = {
  id: 'junie',
  label: 'Junie',
  version: '0.1.0',
  homepage: 'https://junie.jetbrains.com',
  evidence: 'found',
  versionsSeen: 'records of 2026 that other readers captured and published in their tests',
  keeps: '`~/.junie/sessions/session-<id>/events.jsonl`, listed in `index.jsonl`',
  variables: ['JUNIE_HOME'],
  resume: 'junie --resume --session-id {id}',
  coverage: covers({
    found: ['text', 'tool-calls', 'tool-results', 'errors', 'reasoning', 'command-execution', 'file-changes', 'usage'],
  }),
  dialects: [eventLog],
  async *locate(host) {
    const root = host.join(host.env['JUNIE_HOME'] || host.join(host.home, '.junie'), 'sessions');
    const index = await indexIn(host, root);
    for (const { path, folder } of await host.list(root)) {
      const log = host.join(path, LOG);
      if (folder && (await host.stat(log))) yield inputAt(host, log, index);
    }
  },
  async inputsOf(host, path) {
    return [inputAt(host, path, await indexIn(host, host.dirname(host.dirname(path))))];
  },
};

/** The log does not name its session: its folder does, and the index knows more of it. */
function inputAt(host: Host, path: string, index: Awaited<ReturnType<typeof indexIn>>): LocatedInput {
  const name = host.basename(host.dirname(path));
  const known = index.get(name);
  const [title, cwd] = [stringOf(known?.['taskName']), stringOf(known?.['projectDir'])];
  const startedAt = readTime(known?.['createdAt']);
  const facts: SessionFacts = {
    ...(known || name.startsWith('session-') ? { nativeId: wordOf(name) } : {}),
    ...(title ? { title: { text: title, rank: 1 } } : {}),
    ...(cwd ? { environment: { cwd } } : {}),
    ...(startedAt ? { startedAt } : {}),
  };
  return { path, kind: 'log', role: 'session', ...(Object.keys(facts).length > 0 ? { facts } : {}) };
}
