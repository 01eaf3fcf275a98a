/** Kiro: logs of the command line, a database of Amazon Q's kind before, and the documents of the editor. */
import { storeOf } from '../../families/amazon-q/store.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { editorChat } from './editor-chat.ts';
import { editorSession } from './editor-session.ts';
import { inputsOf, locate } from './locate.ts';
import { sessionLog } from './session-log.ts';

export const kiro: Adapter = {
  id: 'kiro',
  label: 'Kiro',
  version: '0.2.0',
  homepage: 'https://kiro.dev',
  evidence: 'readers',
  versionsSeen: 'none: from descriptions and test data of other readers (log of 2.14, database of 2025 and 2026)',
  keeps:
    '`~/.kiro/sessions/cli/<session>.jsonl`; before `~/.local/share/kiro-cli/data.sqlite3`; the editor `<Kiro>/User/globalStorage/kiro.kiroagent/`',
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
  dialects: [sessionLog, storeOf((tables) => tables['conversations_v2'] !== undefined), editorSession, editorChat],
  locate,
  inputsOf,
};
