/** Goose: one database of all sessions, and a file for each before that. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { sessionLog } from './session-log.ts';
import { store } from './store.ts';

export const goose: Adapter = {
  id: 'goose',
  label: 'Goose',
  version: '0.1.0',
  homepage: 'https://goose-docs.ai',
  evidence: 'recorded',
  versionsSeen: '1.52.0 (schema 15); session files from public test data',
  keeps: '`~/.local/share/goose/sessions/sessions.db`, earlier `<session>.jsonl` beside it',
  variables: ['GOOSE_PATH_ROOT', 'XDG_DATA_HOME'],
  resume: 'goose session --resume --session-id {id}',
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'permissions',
      'images',
      'session-lifecycle',
      'reasoning',
      'command-execution',
      'file-changes',
      'mcp-tools',
      'usage',
    ],
  }),
  dialects: [store, sessionLog],
  locate,
  inputsOf,
};
