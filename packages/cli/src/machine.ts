/** The machine that commands look at, and the agents that the settings let them look for. */
import { createNodeHost } from '@hansard/archive';
import { type Adapter, adapterOf, adapters, Failure, type Host } from '@hansard/core';
import type { Context } from './context.ts';
import { suggestion } from './did-you-mean.ts';

export function hostOf(context: Context): Host {
  return createNodeHost({ home: context.home, env: context.env });
}

/** Agents to look for on this machine. */
export async function includedAgents(context: Context): Promise<readonly Adapter[]> {
  const excluded = (await context.settings()).get('exclude.agents');
  for (const id of excluded) agentOf(id, 'bad-config', 'exclude.agents: ');
  return adapters.filter(({ id }) => !excluded.includes(id));
}

export function agentOf(id: string, code: 'bad-argument' | 'bad-config' = 'bad-argument', prefix = ''): Adapter {
  const adapter = adapterOf(id);
  if (adapter) return adapter;
  const hint = suggestion(
    id,
    adapters.map((known) => known.id),
  );
  const remedy = 'Run `hansard agents` to see the ids.';
  throw new Failure(code, `${prefix}There is no agent "${id}".${hint}`, { remedy });
}
