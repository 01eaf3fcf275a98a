/** Oh My Pi: grown from Pi, with more kinds of entries, and a title that stands before the header. */
import { sessionFiles } from '../../families/pi/locate.ts';
import type { Host } from '../../host.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { sessionLog } from './session-log.ts';

export const ohMyPi: Adapter = {
  id: 'oh-my-pi',
  label: 'Oh My Pi',
  version: '0.1.0',
  homepage: 'https://github.com/can1357/oh-my-pi',
  evidence: 'source',
  versionsSeen: 'none: session files version 3 from its source (2026)',
  keeps: '`~/.omp/agent/sessions/--<cwd>--/<time>_<id>.jsonl`',
  variables: [],
  resume: 'omp --session {id}',
  coverage: covers({
    source: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'reasoning', 'command-execution', 'usage'],
  }),
  dialects: [sessionLog],
  roots,
  ...sessionFiles(roots),
};

/** Its variables are Pi's, which say where Pi keeps its own. */
function roots(host: Host): string[] {
  return [host.join(host.home, '.omp', 'agent', 'sessions')];
}
