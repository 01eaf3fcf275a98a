/** For the setting that names agents. It is loaded for that alone: the readers of all agents come with it. */
import { agentOf } from './machine.ts';

export function checkAgents(ids: readonly string[]): void {
  for (const id of ids) agentOf(id);
}
