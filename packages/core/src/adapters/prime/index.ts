/** Prime: built on Pi, with the same session files in a folder of its own, one below the other without folders of projects. */
import { agentSessions, expand, sessionFiles } from '../../families/pi/locate.ts';
import { sessionLog } from '../../families/pi/session-log.ts';
import type { Host } from '../../host.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';

export const prime: Adapter = {
  id: 'prime',
  label: 'Prime',
  version: '0.1.0',
  homepage: 'https://www.npmjs.com/package/prime-agent',
  evidence: 'readers',
  versionsSeen: 'none: from what other readers say (2026)',
  keeps: '`~/.prime/agent/sessions/<session>.jsonl`',
  variables: ['PRIME_AGENT_CODING_AGENT_DIR', 'PRIME_AGENT_CODING_AGENT_SESSION_DIR'],
  coverage: covers({
    readers: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'reasoning', 'command-execution', 'usage'],
  }),
  dialects: [sessionLog],
  roots,
  ...sessionFiles(roots),
};

function roots(host: Host): string[] {
  const sessions = host.env['PRIME_AGENT_CODING_AGENT_SESSION_DIR'];
  return [
    ...(sessions ? [expand(host, sessions)] : []),
    ...agentSessions(host, 'PRIME_AGENT_CODING_AGENT_DIR', '.prime', 'agent'),
  ];
}
