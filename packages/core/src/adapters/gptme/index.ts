/** gptme: one log a conversation, and one for each branch of it. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { conversation } from './conversation.ts';
import { inputsOf, locate } from './locate.ts';

export const gptme: Adapter = {
  id: 'gptme',
  label: 'gptme',
  version: '0.1.0',
  homepage: 'https://gptme.org',
  evidence: 'source',
  versionsSeen: 'none: from its source and test data of other readers (2026)',
  keeps: '`~/.local/share/gptme/logs/<name>/conversation.jsonl`',
  variables: ['GPTME_LOGS_HOME', 'XDG_DATA_HOME'],
  resume: 'gptme --resume --name {id}',
  coverage: covers({ source: ['text', 'tool-calls', 'file-attachments', 'usage'] }),
  dialects: [conversation],
  locate,
  inputsOf,
};
