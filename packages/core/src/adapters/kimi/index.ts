/** Kimi Code, and the Kimi CLI before it: a log for each agent of a session, and the messages that the model saw. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { cliContext, streamJson } from './cli-context.ts';
import { cliWire } from './cli-wire.ts';
import { codeWire } from './code-wire.ts';
import { inputsOf, locate } from './locate.ts';

export const kimi: Adapter = {
  id: 'kimi',
  label: 'Kimi',
  version: '0.1.0',
  homepage: 'https://www.kimi.com/code',
  evidence: 'recorded',
  versionsSeen: 'Kimi Code 2.1.0 (protocol 1.5); Kimi CLI protocols 1.3 to 1.10 (found)',
  keeps:
    '`~/.kimi-code/sessions/<folder>/<session>/agents/<agent>/wire.jsonl`; the CLI `~/.kimi/sessions/<folder>/<session>/wire.jsonl`',
  variables: ['KIMI_CODE_HOME', 'KIMI_SHARE_DIR'],
  resume: 'kimi -r {id}',
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'session-lifecycle',
      'errors',
      'reasoning',
      'command-execution',
      'subagents',
      'usage',
    ],
    found: ['permissions', 'images'],
  }),
  dialects: [codeWire, cliWire, cliContext, streamJson],
  locate,
  inputsOf,
};
