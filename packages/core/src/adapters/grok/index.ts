/** Grok Build: notifications of the Agent Client Protocol with its own beside them, as a durable log. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { updates } from './updates.ts';

export const grok: Adapter = {
  id: 'grok',
  label: 'Grok Build',
  version: '0.1.0',
  homepage: 'https://x.ai/cli',
  evidence: 'recorded',
  versionsSeen: '1.0.41',
  keeps: '`~/.grok/sessions/<folder>/<session>/updates.jsonl`',
  variables: ['GROK_HOME'],
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'errors',
      'reasoning',
      'command-execution',
      'file-changes',
      'subagents',
      'usage',
    ],
    found: ['streaming-deltas'],
  }),
  dialects: [updates],
  locate,
  inputsOf,
};
