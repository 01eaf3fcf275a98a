/** Copilot Chat in VS Code and editors built from it: chat sessions as documents, and as logs of changes to one. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { changes, session } from './session.ts';

export const vscodeCopilotChat: Adapter = {
  id: 'vscode-copilot-chat',
  label: 'VS Code Copilot Chat',
  version: '0.1.0',
  homepage: 'https://code.visualstudio.com/docs/copilot',
  evidence: 'found',
  versionsSeen: 'exports of Copilot Chat 0.34 and 0.35 (found); the log of changes from its source',
  keeps:
    '`<editor>/User/workspaceStorage/<hash>/chatSessions/<session>.json` or `.jsonl`, `globalStorage/emptyWindowChatSessions`',
  variables: [],
  coverage: covers({
    found: [
      'text',
      'tool-calls',
      'tool-results',
      'file-attachments',
      'session-lifecycle',
      'errors',
      'reasoning',
      'command-execution',
      'file-changes',
      'usage',
    ],
  }),
  dialects: [session, changes],
  locate,
  inputsOf,
};
