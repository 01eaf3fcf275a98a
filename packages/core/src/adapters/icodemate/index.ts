/** ICodeMate: OpenCode's database in a folder of its own. */
import { databaseInputs, databasesIn, dataFolder } from '../../families/opencode/data-folder.ts';
import { databaseOf } from '../../families/opencode/store.ts';
import { byNameOrServer, familyTools } from '../../families/opencode/tools.ts';
import type { Host } from '../../host.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';

const folder = (host: Host): string => dataFolder(host, 'icodemate');

export const icodemate: Adapter = {
  id: 'icodemate',
  label: 'ICodeMate',
  version: '0.1.0',
  homepage: 'https://www.icodemate.com',
  evidence: 'readers',
  versionsSeen: 'none: from what other readers say (2026)',
  keeps: '`~/.local/share/icodemate/*.db`',
  variables: ['XDG_DATA_HOME'],
  coverage: covers({
    readers: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'command-execution', 'usage'],
  }),
  dialects: [databaseOf({ tools: byNameOrServer(familyTools), program: 'icodemate' })],
  roots: (host) => [folder(host)],
  async *locate(host) {
    for (const path of await databasesIn(host, folder(host), /\.db$/)) yield { path, kind: 'store', role: 'session' };
  },
  inputsOf: databaseInputs,
};
