/** TRAE CLI 2: a closed fork of Codex, with the same rollouts in a folder of its own. */
import { rollouts } from '../../families/codex/locate.ts';
import { forkOf } from '../../families/codex/rollout.ts';
import type { Host } from '../../host.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';

export const traeCli: Adapter = {
  id: 'trae-cli',
  label: 'TRAE CLI',
  version: '0.1.0',
  homepage: 'https://www.trae.ai',
  evidence: 'readers',
  versionsSeen: 'none: from test data of other readers (0.200.19, August 2026)',
  keeps: '`~/.trae/cli/sessions/YYYY/MM/DD/rollout-*.jsonl`',
  variables: [],
  resume: 'traex resume {id}',
  coverage: covers({
    readers: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'command-execution', 'usage'],
  }),
  // Its rollouts name the provider of its models.
  dialects: [forkOf('trae')],
  roots: homes,
  ...rollouts(homes),
};

function homes(host: Host): string[] {
  return [host.join(host.home, '.trae', 'cli')];
}
