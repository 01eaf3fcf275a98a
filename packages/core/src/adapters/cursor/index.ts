/** Cursor: the editor's databases, the command line's stores, and the transcripts that its agents write. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { commandLine } from './command-line.ts';
import { editor } from './editor.ts';
import { inputsOf, locate } from './locate.ts';
import { transcriptLog } from './transcript-log.ts';
import { transcriptText } from './transcript-text.ts';

export const cursor: Adapter = {
  id: 'cursor',
  label: 'Cursor',
  version: '0.1.0',
  homepage: 'https://cursor.com',
  evidence: 'found',
  versionsSeen: 'a workspace database of November 2024 (found); everything later from descriptions of other readers',
  keeps:
    '`<Cursor>/User/globalStorage/state.vscdb`, before 2025 `workspaceStorage/<hash>/state.vscdb`; command line `~/.cursor/chats/<folder>/<session>/store.db`; transcripts `~/.cursor/projects/<folder>/agent-transcripts/`',
  variables: ['XDG_CONFIG_HOME', 'APPDATA'],
  coverage: covers({
    found: ['text', 'images', 'file-attachments', 'session-lifecycle'],
    readers: [
      'tool-calls',
      'tool-results',
      'reasoning',
      'command-execution',
      'file-changes',
      'mcp-tools',
      'subagents',
      'usage',
    ],
  }),
  dialects: [editor, commandLine, transcriptLog, transcriptText],
  locate,
  inputsOf,
};
