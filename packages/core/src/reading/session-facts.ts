/** Joins what is learnt about a session, record by record. Later facts win, titles by rank, maps by key. */
import type { SessionFacts } from '../adapters/contract.ts';
import { defined } from './defined.ts';

/** The map of agents in `known` grows in place: thousands of subagents are mentioned one by one. */
export function mergeFacts(known: SessionFacts, added: SessionFacts): SessionFacts {
  const facts: SessionFacts = { ...known, ...defined(added) };
  if (known.title && added.title && known.title.rank > added.title.rank) facts.title = known.title;
  if (added.agent && known.agent) facts.agent = { ...known.agent, ...defined(added.agent) };
  if (added.environment) facts.environment = mergeEnvironment(known.environment, added.environment);
  if (added.agents) facts.agents = mergeAgents(known.agents, added.agents);
  if (added.extra) facts.extra = { ...known.extra, ...added.extra };
  return facts;
}

type Environment = NonNullable<SessionFacts['environment']>;

function mergeEnvironment(known: Environment | undefined, added: Environment): Environment {
  const repo = added.repo ? { ...known?.repo, ...added.repo } : known?.repo;
  return { ...known, ...defined(added), ...(repo ? { repo } : {}) };
}

type Agents = NonNullable<SessionFacts['agents']>;

function mergeAgents(known: Agents | undefined, added: Agents): Agents {
  const agents: Agents = known ?? {};
  for (const [id, facts] of Object.entries(added)) agents[id] = { ...agents[id], ...defined(facts) };
  return agents;
}
