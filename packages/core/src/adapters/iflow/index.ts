/** iFlow CLI: logs that imitate Claude Code's. */
import { configFolders, projectLogs } from '../../families/claude-code/locate.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { sessionLog } from './session-log.ts';

export const iflow: Adapter = {
  id: 'iflow',
  label: 'iFlow CLI',
  version: '0.1.0',
  homepage: 'https://cli.iflow.cn',
  evidence: 'found',
  versionsSeen: 'a log of January 2026 in the tests of another reader',
  keeps: '`~/.iflow/projects/<folder>/session-<id>.jsonl`',
  variables: [],
  coverage: covers({ found: ['text', 'tool-calls', 'tool-results', 'usage'] }),
  dialects: [sessionLog],
  ...projectLogs((host) => configFolders(host, '', [['.iflow']])),
};
