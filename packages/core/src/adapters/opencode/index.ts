/** OpenCode: a database with a live write-ahead log, and the documents, trees and streams around it. */
import { type Adapter, FEATURES } from '../contract.ts';
import { covers } from '../coverage.ts';
import { eventStream, exported, goStore, httpWire, runStream, storage, store } from './dialects.ts';
import { inputsOf, locate } from './locate.ts';

export const opencode: Adapter = {
  id: 'opencode',
  label: 'OpenCode',
  version: '0.4.0',
  homepage: 'https://opencode.ai',
  evidence: 'recorded',
  versionsSeen: '1.2.21 to 1.18.33',
  keeps: '`~/.local/share/opencode/opencode.db`, before 1.2 `storage/` beside it',
  variables: ['XDG_DATA_HOME', 'OPENCODE_DB'],
  resume: 'opencode --session {id}',
  coverage: covers({ recorded: FEATURES }),
  dialects: [store, exported, storage, goStore, runStream, eventStream, httpWire],
  locate,
  inputsOf,
};
