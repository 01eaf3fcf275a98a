/** Claude.ai's export of one's data: all conversations in one document. */
import { locateNothing, loneDocument } from '../../reading/lone-document.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { conversations } from './conversations.ts';

export const claudeExport: Adapter = {
  id: 'claude-export',
  label: 'Claude.ai export',
  version: '0.1.0',
  homepage: 'https://claude.ai',
  evidence: 'readers',
  versionsSeen: 'none: from descriptions of other readers',
  keeps: 'in its service; `conversations.json` of an export is read when named',
  variables: [],
  coverage: covers({
    readers: ['text', 'tool-calls', 'tool-results', 'file-attachments', 'session-lifecycle', 'reasoning'],
  }),
  dialects: [conversations],
  locate: locateNothing,
  inputsOf: loneDocument,
};
