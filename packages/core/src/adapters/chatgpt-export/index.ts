/** ChatGPT's export of one's data: all conversations in one document. */
import { locateNothing, loneDocument } from '../../reading/lone-document.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { conversations } from './conversations.ts';

export const chatgptExport: Adapter = {
  id: 'chatgpt-export',
  label: 'ChatGPT export',
  version: '0.1.0',
  homepage: 'https://chatgpt.com',
  evidence: 'readers',
  versionsSeen: 'none: from public descriptions and test data of other readers',
  keeps: 'in its service; `conversations.json` of an export is read when named',
  variables: [],
  coverage: covers({
    readers: ['text', 'tool-calls', 'tool-results', 'images', 'session-lifecycle', 'reasoning', 'command-execution'],
  }),
  dialects: [conversations],
  locate: locateNothing,
  inputsOf: loneDocument,
};
