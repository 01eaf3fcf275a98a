/** Mistral Vibe: a log of messages a session, with a description beside it. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { messages } from './messages.ts';
import { meta } from './meta.ts';

export const mistralVibe: Adapter = {
  id: 'mistral-vibe',
  label: 'Mistral Vibe',
  version: '0.1.0',
  homepage: 'https://mistral.ai/products/vibe',
  evidence: 'source',
  versionsSeen: 'none: from its source and test data of other readers (2026)',
  keeps: '`~/.vibe/logs/session/<prefix>_<time>_<id>/messages.jsonl`',
  variables: ['VIBE_HOME'],
  coverage: covers({
    source: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'reasoning', 'command-execution', 'usage'],
  }),
  dialects: [messages, meta],
  locate,
  inputsOf,
};
