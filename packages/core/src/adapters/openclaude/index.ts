/** OpenClaude: made from Claude Code, with the same logs in a folder of its own. */
import { configFolders, projectLogs } from '../../families/claude-code/locate.ts';
import { sessionLog } from '../../families/claude-code/session-log.ts';
import type { Host } from '../../host.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';

export const openclaude: Adapter = {
  id: 'openclaude',
  label: 'OpenClaude',
  version: '0.1.0',
  homepage: 'https://github.com/Gitlawb/openclaude',
  evidence: 'source',
  versionsSeen: 'none: from its source (2026)',
  keeps: '`~/.openclaude/projects/<folder>/<session>.jsonl`',
  variables: ['OPENCLAUDE_CONFIG_DIR'],
  resume: 'openclaude --resume {id}',
  coverage: covers({ source: ['text', 'tool-calls', 'tool-results', 'command-execution', 'usage'] }),
  dialects: [sessionLog],
  roots: configs,
  ...projectLogs(configs),
};

function configs(host: Host): string[] {
  return configFolders(host, 'OPENCLAUDE_CONFIG_DIR', [['.openclaude']]);
}
