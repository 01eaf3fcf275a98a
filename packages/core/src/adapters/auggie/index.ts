/** Auggie, Augment's command line: a document for each session. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { session } from './session.ts';

export const auggie: Adapter = {
  id: 'auggie',
  label: 'Auggie',
  version: '0.1.0',
  homepage: 'https://www.augmentcode.com',
  evidence: 'readers',
  versionsSeen: 'none: from what other readers say of its bundle (0.36, 2026)',
  keeps: '`~/.augment/sessions/<session>.json`',
  variables: [],
  resume: 'auggie --resume {id}',
  coverage: covers({
    readers: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'reasoning', 'command-execution', 'usage'],
  }),
  dialects: [session],
  async *locate(host) {
    for (const { path, name, folder } of await host.list(host.join(host.home, '.augment', 'sessions'))) {
      if (!folder && name.endsWith('.json')) yield { path, kind: 'document', role: 'session' };
    }
  },
  inputsOf: async (_host, path) => [{ path, kind: 'document', role: 'session' }],
};
