/** Which sessions `cost` and `stats` are asked for. It knows all agents, and is loaded when there are filters. */
import type { Clock } from '@hansard/core/query/date-value.ts';
import { parseQuery } from '@hansard/core/query/parse-query.ts';
import type { Query } from '@hansard/core/query/query.ts';
import type { StoreSessions } from '@hansard/core/store/sessions.ts';
import { knownAgents } from '@hansard/core/views/agents.ts';
import { archivedAgentOf } from '../archive/archived-agent.ts';
import type { Arguments } from '../arguments.ts';

/** Options are filters with another spelling. */
export async function numbersQuery(
  sessions: Pick<StoreSessions, 'agents'>,
  args: Arguments,
  clock: Clock,
): Promise<Query> {
  const query = parseQuery(args.positionals.join(' '), { ...clock, agents: await knownAgents(sessions) });
  const [agent, project, model] = [args.text('agent'), args.text('project'), args.text('model')];
  const place = { at: 0, end: 0, excluded: false };
  const ids = agent === undefined ? [] : [await archivedAgentOf(sessions, agent)];
  return {
    ...query,
    filters: [
      ...query.filters,
      ...(agent === undefined ? [] : [{ ...place, name: 'agent', ids } as const]),
      ...(project === undefined ? [] : [{ ...place, name: 'project', texts: [project] } as const]),
      ...(model === undefined ? [] : [{ ...place, name: 'model', texts: [model] } as const]),
    ],
  };
}
