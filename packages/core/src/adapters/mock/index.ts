/** The mock agent that comes with Hansard, for tests of one's own. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { wire } from './read-wire.ts';

export const mock: Adapter = {
  id: 'mock',
  label: 'Mock agent',
  version: '0.1.0',
  homepage: 'live.md#the-mock-agent',
  evidence: 'recorded',
  versionsSeen: 'protocol 1',
  keeps: 'nothing: `hansard run` records the wire',
  variables: [],
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
      'mcp-tools',
      'streaming-deltas',
      'variants',
      'usage',
    ],
  }),
  dialects: [wire],
  locate,
  inputsOf,
};
