/** SWE-agent: a trajectory is one document, written when a run ends. */
import { locateNothing, loneDocument } from '../../reading/lone-document.ts';
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { trajectory } from './trajectory.ts';

export const sweAgent: Adapter = {
  id: 'swe-agent',
  label: 'SWE-agent',
  version: '0.1.0',
  homepage: 'https://swe-agent.com',
  evidence: 'found',
  versionsSeen: 'trajectories of 2024 and 2025',
  keeps: '`trajectories/<user>/<run>/<instance>.traj` below the folder that it runs in; read when named',
  variables: [],
  coverage: covers({
    found: ['text', 'tool-calls', 'tool-results', 'session-lifecycle', 'command-execution', 'usage'],
  }),
  dialects: [trajectory],
  locate: locateNothing,
  inputsOf: loneDocument,
};
