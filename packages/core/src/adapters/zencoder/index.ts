/** Zencoder: a log of messages of the AI SDK's kind. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { sessionLog } from './session-log.ts';

export const zencoder: Adapter = {
  id: 'zencoder',
  label: 'Zencoder',
  version: '0.1.0',
  homepage: 'https://zencoder.ai',
  evidence: 'readers',
  versionsSeen: 'none: from what other readers say (2026)',
  keeps: '`~/.zencoder/sessions/<session>.jsonl`',
  variables: [],
  coverage: covers({
    readers: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'reasoning', 'command-execution'],
  }),
  dialects: [sessionLog],
  async *locate(host) {
    for (const { path, name, folder } of await host.list(host.join(host.home, '.zencoder', 'sessions'))) {
      if (!folder && name.endsWith('.jsonl')) yield { path, kind: 'log', role: 'session' };
    }
  },
  inputsOf: async (_host, path) => [{ path, kind: 'log', role: 'session' }],
};
