/** Factory's Droid: session logs with their settings, and the stream of `droid exec`. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { sessionLog } from './session-log.ts';
import { settings } from './settings.ts';
import { streamJson } from './stream-json.ts';

export const factoryDroid: Adapter = {
  id: 'factory-droid',
  label: 'Factory Droid',
  version: '0.2.0',
  homepage: 'https://factory.ai',
  evidence: 'recorded',
  versionsSeen: '0.81.0 (fixture), 0.215.0',
  keeps: '`~/.factory/sessions/<folder>/<session>.jsonl`, token totals in `<session>.settings.json` beside it',
  variables: ['FACTORY_HOME_OVERRIDE'],
  resume: 'droid --resume {id}',
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'permissions',
      'images',
      'session-lifecycle',
      'errors',
      'reasoning',
      'command-execution',
      'file-changes',
      'variants',
      'usage',
    ],
  }),
  dialects: [sessionLog, settings, streamJson],
  locate,
  inputsOf,
};
