/** OpenCode: a database with a live write-ahead log, and the documents, trees and streams around it. */
import type { Adapter } from '../contract.ts';
import { eventStream, exported, goStore, httpWire, runStream, storage, store } from './dialects.ts';
import { inputsOf, locate } from './locate.ts';

export const opencode: Adapter = {
  id: 'opencode',
  label: 'OpenCode',
  version: '0.3.0',
  homepage: 'https://opencode.ai',
  evidence: 'recorded',
  versionsSeen: '1.2.21 to 1.18.33',
  keeps: '`~/.local/share/opencode/opencode.db`, before 1.2 `storage/` beside it',
  variables: ['XDG_DATA_HOME', 'OPENCODE_DB'],
  resume: 'opencode --session {id}',
  coverage: [
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
    'subagents',
    'usage',
  ],
  dialects: [store, exported, storage, goStore, runStream, eventStream, httpWire],
  locate,
  inputsOf,
};
