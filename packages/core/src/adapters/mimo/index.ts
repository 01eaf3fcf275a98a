/** MiMo Code: a fork of OpenCode, whose messages say which of its agents they are of. */
import { databaseInputs, databasesIn, dataFolder } from '../../families/opencode/data-folder.ts';
import { isObject } from '../../families/opencode/native.ts';
import { databaseOf } from '../../families/opencode/store.ts';
import { byNameOrServer, familyTools } from '../../families/opencode/tools.ts';
import type { Adapter, StoreDialect } from '../contract.ts';
import { covers } from '../coverage.ts';

const database = databaseOf({
  tools: byNameOrServer(familyTools),
  program: 'mimo',
  isOwn: (tables) => tables['message']?.includes('agent_id') === true,
});

const store: StoreDialect = {
  ...database,
  *records(opened, session) {
    yield* database.records(opened, session);
    const others = "SELECT id, agent_id FROM message WHERE session_id = ? AND agent_id <> 'main' ORDER BY id";
    for (const { id, agent_id } of opened.iterate(others, session)) {
      yield { value: { ofAgent: agent_id, message: id }, pointer: `message/${id}/agent_id` };
    }
  },
  read(state, record, out) {
    const { value } = record;
    if (!isObject(value) || value['ofAgent'] === undefined) {
      database.read(state, record, out);
      return;
    }
    const status = { label: 'agent', detail: String(value['ofAgent']) };
    out.add({ id: `${value['message']}.agent`, type: 'meta', status, extra: value, native: record.native('agent_id') });
  },
};

export const mimo: Adapter = {
  id: 'mimo',
  label: 'MiMo Code',
  version: '0.1.0',
  homepage: 'https://github.com/XiaomiMiMo/MiMo-Code',
  evidence: 'source',
  versionsSeen: 'none: from its source (2026)',
  keeps: '`~/.local/share/mimocode/mimocode.db`',
  variables: ['XDG_DATA_HOME'],
  resume: 'mimo --session {id}',
  coverage: covers({
    source: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'command-execution', 'usage'],
  }),
  dialects: [store],
  async *locate(host) {
    for (const path of await databasesIn(host, dataFolder(host, 'mimocode'), /^mimocode.*\.db$/)) {
      yield { path, kind: 'store', role: 'session' };
    }
  },
  inputsOf: databaseInputs,
};
