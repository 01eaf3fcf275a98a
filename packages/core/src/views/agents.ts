/** Agents whose sessions can be asked for: those that are read here, and those of which something came from elsewhere. */
import { adapters } from '../adapters/index.ts';
import type { StoreSessions } from '../store/sessions.ts';

export interface KnownAgent {
  readonly id: string;
  readonly label: string;
}

export async function knownAgents(sessions: Pick<StoreSessions, 'agents'>): Promise<KnownAgent[]> {
  const known = new Set(adapters.map(({ id }) => id));
  const others = (await sessions.agents()).map(({ agent }) => agent).filter((id) => !known.has(id));
  return [...adapters, ...others.map((id) => ({ id, label: id }))];
}
