/** The Agent Client Protocol: any agent that speaks it. */
import type { Adapter } from '../contract.ts';
import { covers } from '../coverage.ts';
import { inputsOf, locate } from './locate.ts';
import { type AgentNamed, wireOf } from './read-wire.ts';

/** `agentNamed` knows the agents that have logs of their own. */
export const acp = (agentNamed: AgentNamed): Adapter => ({
  id: 'acp',
  label: 'Agent Client Protocol',
  version: '0.3.0',
  homepage: 'https://agentclientprotocol.com',
  evidence: 'recorded',
  versionsSeen: 'protocol 1: claude-agent-acp 0.99.1, Gemini CLI 0.61.0',
  keeps: 'nothing: a recording of the wire lies where the client puts it',
  variables: [],
  coverage: covers({
    recorded: [
      'text',
      'tool-calls',
      'tool-results',
      'questions',
      'permissions',
      'images',
      'file-attachments',
      'session-lifecycle',
      'errors',
      'reasoning',
      'command-execution',
      'file-changes',
      'mcp-tools',
      'streaming-deltas',
      'variants',
      'usage',
    ],
  }),
  dialects: [wireOf(agentNamed)],
  locate,
  inputsOf,
});
