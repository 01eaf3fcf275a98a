/** Hermes, Nous Research's agent: one database of sessions for each profile. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { store } from './store.ts';

const NAME = 'state.db';

export const hermes: Adapter = {
  id: 'hermes',
  label: 'Hermes',
  version: '0.1.0',
  homepage: 'https://github.com/NousResearch/hermes-agent',
  evidence: 'source',
  versionsSeen: 'none: from its source (2026)',
  keeps: '`~/.hermes/state.db`, of other profiles `~/.hermes/profiles/<profile>/state.db`',
  variables: ['HERMES_HOME'],
  resume: 'hermes --resume {id}',
  coverage: covers({
    source: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'reasoning', 'command-execution', 'usage'],
  }),
  dialects: [store],
  async *locate(host) {
    const home = host.env['HERMES_HOME'] || host.join(host.home, '.hermes');
    const profiles = (await host.list(host.join(home, 'profiles'))).filter(({ folder }) => folder);
    for (const folder of [home, ...profiles.map(({ path }) => path)]) {
      const path = host.join(folder, NAME);
      if (await host.stat(path)) yield { path, kind: 'store', role: 'session' };
    }
  },
  inputsOf: async (_host, path) => [{ path, kind: 'store', role: 'session' }],
};
