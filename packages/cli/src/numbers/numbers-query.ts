/** Which sessions `cost` and `stats` are asked for. It knows all agents, and is loaded when there are filters. */
import { type Archive, archivedAgents, type ParsedQuery, parseQuery } from '@hansard/archive';
import type { Clock } from '@hansard/archive/search/date-value.ts';
import { archivedAgentOf } from '../archive/archived-agent.ts';
import type { Arguments } from '../arguments.ts';

/** Options are filters with another spelling. */
export function numbersQuery(archive: Pick<Archive, 'sql'>, args: Arguments, clock: Clock): ParsedQuery {
  const query = parseQuery(args.positionals.join(' '), { ...clock, agents: archivedAgents(archive) });
  const [agent, project, model] = [args.text('agent'), args.text('project'), args.text('model')];
  const place = { at: 0, end: 0, excluded: false };
  return {
    ...query,
    filters: [
      ...query.filters,
      ...(agent === undefined ? [] : [{ ...place, name: 'agent', ids: [archivedAgentOf(archive, agent)] } as const]),
      ...(project === undefined ? [] : [{ ...place, name: 'project', texts: [project] } as const]),
      ...(model === undefined ? [] : [{ ...place, name: 'model', texts: [model] } as const]),
    ],
  };
}
