/** Codex, OpenAI's coding agent: its session logs of every era, and the streams of `exec --json` and app-server. */

import { appServer } from '../../families/codex/app-server.ts';
import { eventStream } from '../../families/codex/event-stream.ts';
import { execJson } from '../../families/codex/exec-json.ts';
import { rollouts } from '../../families/codex/locate.ts';
import { rollout } from '../../families/codex/rollout.ts';
import { type Adapter, FEATURES } from '../contract.ts';
import { covers } from '../coverage.ts';

export const codex: Adapter = {
  id: 'codex',
  label: 'Codex',
  // Its programs, as its telemetry names them.
  knownAs: [
    'codex_cli_rs',
    'codex_exec',
    'codex_tui',
    'codex_vscode',
    'codex_mcp_server',
    'codex_app_server',
    'codex_sdk_ts',
  ],
  version: '0.5.0',
  homepage: 'https://github.com/openai/codex',
  evidence: 'recorded',
  versionsSeen: '0.34 to 0.166, and the unversioned files of August 2025',
  keeps: '~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl, ~/.codex/archived_sessions/',
  variables: ['CODEX_HOME'],
  resume: 'codex resume {id}',
  coverage: covers({ recorded: FEATURES }),
  dialects: [rollout, execJson, appServer, eventStream],
  ...rollouts((host) => {
    const own = host.env['CODEX_HOME'];
    return [...new Set([...(own ? [own] : []), host.join(host.home, '.codex')])];
  }),
};
