/** Forge: conversations in a database, and as documents that it dumps. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { dump, store } from './conversation.ts';
import { inputsOf, locate } from './locate.ts';

export const forge: Adapter = {
  id: 'forge',
  label: 'Forge',
  version: '0.1.0',
  homepage: 'https://forgecode.dev',
  evidence: 'found',
  versionsSeen: 'dumps of late 2025 and 2026; the database from its source',
  keeps: '`~/.forge/.forge.db`, dumps wherever they were written',
  variables: ['FORGE_CONFIG'],
  coverage: covers({
    found: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'reasoning', 'command-execution', 'usage'],
  }),
  dialects: [dump, store],
  locate,
  inputsOf,
};
