/** The agent that an option names: one that is read here, or one of which sessions came from elsewhere. */
import type { StoreSessions } from '@hansard/core/store/sessions.ts';
import { knownAgents } from '@hansard/core/views/agents.ts';
import { unknownAgent } from '../machine.ts';

export async function archivedAgentOf(sessions: Pick<StoreSessions, 'agents'>, id: string): Promise<string> {
  const known = await knownAgents(sessions);
  if (known.some((agent) => agent.id === id)) return id;
  throw unknownAgent(id, known);
}
