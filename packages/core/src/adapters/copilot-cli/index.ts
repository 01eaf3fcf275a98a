/** GitHub Copilot CLI. */
import { type Adapter, FEATURES } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { eventLog, jsonOutput } from './read-events.ts';
import { history } from './read-history.ts';

export const copilotCli: Adapter = {
  id: 'copilot-cli',
  label: 'Copilot CLI',
  version: '0.3.0',
  homepage: 'https://github.com/github/copilot-cli',
  evidence: 'recorded',
  versionsSeen: '2025 documents, 0.0.420 to 1.0.102',
  keeps: '~/.copilot/session-state/<id>/events.jsonl; before 2026 ~/.copilot/history-session-state/<id>.json',
  variables: ['COPILOT_HOME', 'XDG_STATE_HOME', 'XDG_CONFIG_HOME'],
  resume: 'copilot --resume {id}',
  coverage: covers({ recorded: FEATURES }),
  dialects: [eventLog, jsonOutput, history],
  locate,
  inputsOf,
};
