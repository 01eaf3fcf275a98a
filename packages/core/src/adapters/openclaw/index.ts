/** OpenClaw: built on Pi, whose entries it keeps in a database, and in files before that. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { sessionLog } from './session-log.ts';
import { store } from './store.ts';

export const openclaw: Adapter = {
  id: 'openclaw',
  label: 'OpenClaw',
  version: '0.2.0',
  homepage: 'https://openclaw.ai',
  evidence: 'recorded',
  versionsSeen: '2026.9.6; earlier session files found',
  keeps:
    '`~/.openclaw/agents/<agent>/agent/openclaw-agent.sqlite`, earlier `~/.openclaw/agents/<agent>/sessions/<session>.jsonl`',
  variables: ['OPENCLAW_STATE_DIR'],
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'session-lifecycle',
      'reasoning',
      'command-execution',
      'file-changes',
      'variants',
      'usage',
    ],
  }),
  dialects: [store, sessionLog],
  locate,
  inputsOf,
};
