/** Continue: its command line and its editor extensions keep the same document. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { session } from './session.ts';

export const continueDev: Adapter = {
  id: 'continue',
  label: 'Continue',
  version: '0.2.0',
  homepage: 'https://continue.dev',
  evidence: 'recorded',
  versionsSeen: 'CLI 1.5.47; the editor extension from its source',
  keeps: '`~/.continue/sessions/<session>.json`, `sessions.json`',
  variables: ['CONTINUE_GLOBAL_DIR'],
  coverage: covers({
    recorded: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'command-execution', 'file-changes', 'usage'],
    source: ['file-attachments', 'reasoning'],
  }),
  dialects: [session],
  locate,
  inputsOf,
};
