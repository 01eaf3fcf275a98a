/** Kilo: a fork of OpenCode with the same database and stream, and a board for the agents of a session. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { httpWire, runStream, store } from './dialects.ts';
import { inputsOf, locate } from './locate.ts';

export const kilo: Adapter = {
  id: 'kilo',
  label: 'Kilo',
  version: '0.3.0',
  homepage: 'https://github.com/Kilo-Org/kilocode',
  evidence: 'recorded',
  versionsSeen: '7.7.7',
  keeps: '`~/.local/share/kilo/kilo.db`',
  variables: ['XDG_DATA_HOME'],
  resume: 'kilo --session {id}',
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'images',
      'session-lifecycle',
      'reasoning',
      'command-execution',
      'file-changes',
      'variants',
      'subagents',
      'usage',
    ],
  }),
  dialects: [store, runStream, httpWire],
  locate,
  inputsOf,
};
