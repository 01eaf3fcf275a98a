/** mini-swe-agent: a trajectory is its messages, with what the run took. */
import { locateNothing, loneDocument } from '../../reading/lone-document.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { trajectory } from './trajectory.ts';

export const miniSweAgent: Adapter = {
  id: 'mini-swe-agent',
  label: 'mini-swe-agent',
  version: '0.1.0',
  homepage: 'https://mini-swe-agent.com',
  evidence: 'found',
  versionsSeen: 'format 1 and bare lists of messages (public test data of its makers)',
  keeps: '`last_mini_run.traj.json` in its settings folder, `.traj.json` wherever a run put it; read when named',
  variables: [],
  coverage: covers({ found: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'command-execution'] }),
  dialects: [trajectory],
  locate: locateNothing,
  inputsOf: loneDocument,
};
