/** Pi (pi-coding-agent): session files in two versions, and the streams of `--mode json` and `--mode rpc`. */
import { agentSessions, expand, sessionFiles } from '../../families/pi/locate.ts';
import { sessionLog } from '../../families/pi/session-log.ts';
import type { Host } from '../../host.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { eventStream } from './live/stream.ts';

export const pi: Adapter = {
  id: 'pi',
  label: 'Pi',
  version: '0.3.0',
  homepage: 'https://pi.dev',
  evidence: 'recorded',
  versionsSeen: 'session files v1 (2025) and v3, up to 0.87.1',
  keeps: '`~/.pi/agent/sessions/--<cwd>--/<time>_<id>.jsonl`',
  variables: ['PI_CODING_AGENT_DIR', 'PI_CODING_AGENT_SESSION_DIR'],
  resume: 'pi --session {id}',
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'questions',
      'permissions',
      'images',
      'file-attachments',
      'session-lifecycle',
      'errors',
      'reasoning',
      'command-execution',
      'file-changes',
      'streaming-deltas',
      'variants',
      'usage',
    ],
  }),
  dialects: [sessionLog, eventStream],
  ...sessionFiles(roots),
};

function roots(host: Host): string[] {
  const sessions = host.env['PI_CODING_AGENT_SESSION_DIR'];
  return [...(sessions ? [expand(host, sessions)] : []), ...agentSessions(host, 'PI_CODING_AGENT_DIR', '.pi', 'agent')];
}
