/** Kiro's command line: logs of sessions, and a database of Amazon Q's kind before. */
import { storeOf } from '../../families/amazon-q/store.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { sessionLog } from './session-log.ts';

export const kiro: Adapter = {
  id: 'kiro',
  label: 'Kiro',
  version: '0.1.0',
  homepage: 'https://kiro.dev',
  evidence: 'readers',
  versionsSeen: 'none: from descriptions and test data of other readers (log of 2.14, database of 2025 and 2026)',
  keeps: '`~/.kiro/sessions/cli/<session>.jsonl`; before `~/.local/share/kiro-cli/data.sqlite3`',
  variables: ['XDG_DATA_HOME', 'LOCALAPPDATA'],
  coverage: covers({
    readers: [
      'text',
      'tool-calls',
      'tool-results',
      'images',
      'session-lifecycle',
      'reasoning',
      'command-execution',
      'file-changes',
    ],
  }),
  dialects: [sessionLog, storeOf((tables) => tables['conversations_v2'] !== undefined)],
  locate,
  inputsOf,
};
