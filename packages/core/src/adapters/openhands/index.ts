/** OpenHands: a folder of events for each conversation, in two generations, and what benchmarks write of them. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { conversation } from './conversation.ts';
import { inputsOf, locate } from './locate.ts';
import { events, output } from './sessions.ts';

export const openhands: Adapter = {
  id: 'openhands',
  label: 'OpenHands',
  version: '0.1.0',
  homepage: 'https://openhands.dev',
  evidence: 'found',
  versionsSeen: 'benchmark outputs of 2024 and 2025, a state of the SDK 1.11; events from their sources',
  keeps: '`~/.openhands/conversations/<id>/`, before `~/.openhands/sessions/<id>/events/`',
  variables: ['OPENHANDS_CONVERSATIONS_DIR'],
  coverage: covers({
    found: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'command-execution', 'usage'],
    source: ['errors', 'reasoning'],
  }),
  dialects: [conversation, events, output],
  locate,
  inputsOf,
};
