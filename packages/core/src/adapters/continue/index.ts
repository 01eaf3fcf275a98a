/** Continue: its command line and its editor extensions keep the same document. */
import type { Adapter } from '../contract.ts';
import { inputsOf, locate } from './locate.ts';
import { session } from './session.ts';

export const continueDev: Adapter = {
  id: 'continue',
  label: 'Continue',
  version: '0.1.0',
  homepage: 'https://continue.dev',
  evidence: 'recorded',
  versionsSeen: 'CLI 1.5.47; the editor extension from its source',
  keeps: '`~/.continue/sessions/<session>.json`',
  variables: ['CONTINUE_GLOBAL_DIR'],
  coverage: [
    'text',
    'tool-calls',
    'tool-results',
    'file-attachments',
    'session-lifecycle',
    'reasoning',
    'command-execution',
    'file-changes',
    'usage',
  ],
  dialects: [session],
  locate,
  inputsOf,
};
