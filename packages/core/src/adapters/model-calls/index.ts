/** Model calls of programs, as the capture SDK and `hansard capture` record them: entries, one a line. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { entryLog } from './entry-log.ts';
import { inputsOf, locateIn } from './locate.ts';

const adapterIn = (folders: readonly string[]): Adapter => ({
  id: 'model-calls',
  label: 'Captured model calls',
  version: '0.1.0',
  homepage: '',
  evidence: 'recorded',
  versionsSeen: 'capture 0.1; entries of weakincentives',
  keeps: '`captured/` in the archive’s folder, and the folders in the setting `captures`',
  variables: ['HANSARD_HOME', 'HANSARD_CAPTURES'],
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'images',
      'file-attachments',
      'errors',
      'reasoning',
      'subagents',
      'usage',
    ],
  }),
  dialects: [entryLog],
  locate: (host) => locateIn(host, folders),
  inputsOf,
  inFolders: (more) => adapterIn([...folders, ...more]),
});

export const modelCalls: Adapter = adapterIn([]);
