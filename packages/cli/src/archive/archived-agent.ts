/** The agent that an option names: one that is read here, or one of which sessions were imported. */
import { type Archive, archivedAgents } from '@hansard/archive';
import { unknownAgent } from '../machine.ts';

export function archivedAgentOf(archive: Pick<Archive, 'sql'>, id: string): string {
  const known = archivedAgents(archive);
  if (known.some((agent) => agent.id === id)) return id;
  throw unknownAgent(id, known);
}
