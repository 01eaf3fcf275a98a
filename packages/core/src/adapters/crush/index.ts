/** Crush: the successor of OpenCode's Go version, with the same database. Nothing of it could be recorded. */
import { goDatabaseOf } from '../../families/opencode/go-store.ts';
import { byName, familyTools } from '../../families/opencode/tools.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';

/** Crush names the provider of each message; OpenCode's Go version does not. */
const store = goDatabaseOf({
  id: 'database',
  tools: byName(familyTools),
  isOwn: ({ messages }) => messages?.includes('provider') ?? false,
});

export const crush: Adapter = {
  id: 'crush',
  label: 'Crush',
  version: '0.2.0',
  homepage: 'https://charm.sh/crush',
  evidence: 'readers',
  versionsSeen: 'none',
  keeps: '`.crush/crush.db` of the project, `~/.local/share/crush`',
  variables: [],
  coverage: covers({ readers: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'errors', 'reasoning'] }),
  dialects: [store],
  locate,
  inputsOf,
};
