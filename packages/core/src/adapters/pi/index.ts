/** Pi (pi-coding-agent): session files in two versions, and the streams of `--mode json` and `--mode rpc`. */
import type { Adapter } from '../contract.ts';
import { eventStream } from './live/stream.ts';
import { inputsOf, locate } from './locate.ts';
import { sessionLog } from './session-log.ts';

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
  coverage: [
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
  dialects: [sessionLog, eventStream],
  locate,
  inputsOf,
};
