/** Cline's CLI: sessions as documents of messages, and the stream of `cline --json`. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { messages } from './messages.ts';
import { stream } from './stream.ts';

export const cline: Adapter = {
  id: 'cline',
  label: 'Cline',
  version: '0.2.0',
  homepage: 'https://cline.bot',
  evidence: 'recorded',
  versionsSeen: 'CLI 3.0.65; not the tasks of the editor extension',
  keeps: '`~/.cline/data/sessions/<session>/<session>.messages.json`, with a manifest beside it',
  variables: ['CLINE_SESSION_DATA_DIR', 'CLINE_DATA_DIR', 'CLINE_DIR'],
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'session-lifecycle',
      'errors',
      'reasoning',
      'command-execution',
      'file-changes',
      'streaming-deltas',
      'usage',
    ],
  }),
  dialects: [messages, stream],
  locate,
  inputsOf,
};
