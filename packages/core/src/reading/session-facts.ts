/** Joins what is learnt about a session, record by record. Later facts win, titles by rank, maps by key. */
import type { SessionFacts } from '../adapters/contract.ts';
import { defined } from './defined.ts';
import { mergeGit } from './session-git.ts';

/** The map of agents in `known` grows in place: thousands of subagents are mentioned one by one. */
export function mergeFacts(known: SessionFacts, added: SessionFacts): SessionFacts {
  const facts: SessionFacts = { ...known, ...defined(added) };
  if (known.title && added.title && known.title.rank > added.title.rank) facts.title = known.title;
  if (added.agent && known.agent) facts.agent = { ...known.agent, ...defined(added.agent) };
  if (added.environment) facts.environment = mergeEnvironment(known.environment, added.environment);
  if (added.git) facts.git = mergeGit(known.git, added.git);
  if (added.agents) facts.agents = mergeAgents(known.agents, added.agents);
  if (added.extra) facts.extra = { ...known.extra, ...added.extra };
  return facts;
}

export interface RankedFacts {
  readonly rank: number;
  readonly facts: SessionFacts;
}

/**
 * What several witnesses of a session know of it, the best first: what a better one says holds, others add to it. Those
 * of one rank follow each other, as the records of one input do.
 */
export function joinFacts(accounts: readonly RankedFacts[]): SessionFacts {
  const ranks = new Map<number, SessionFacts>();
  for (const { rank, facts } of accounts) ranks.set(rank, mergeFacts(ranks.get(rank) ?? {}, facts));
  return [...ranks.values()].reduceRight<SessionFacts>((known, better) => {
    const title = better.title ?? known.title;
    const git = better.git && { ...known.git, ...better.git };
    return { ...mergeFacts(known, better), ...(title ? { title } : {}), ...(git ? { git } : {}) };
  }, {});
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
