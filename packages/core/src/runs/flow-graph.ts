/** A flow as a graph of steps and agents; and flows as far as runs of them show what they are. */
import type Type from 'typebox';
import type { FlowGraphAnswer } from '../api/flows.ts';
import type { FlowDescription, FlowStep } from '../store/flows.ts';
import type { RunDetail } from '../store/runs.ts';

export type FlowGraph = Type.Static<typeof FlowGraphAnswer>;

export function flowGraph({ key, steps }: FlowDescription): FlowGraph {
  const id = (step: Pick<FlowStep, 'id'>) => `step:${key}:${step.id}`;
  const agents = [...new Set(steps.flatMap((step) => step.agents))];
  const nodes = [
    ...steps.map((step, order) => ({
      id: id(step),
      type: 'step',
      label: step.title,
      flow: key,
      step_id: step.id,
      order,
      role: step.role,
      ...(step.loop ? { max_iterations: step.loop.max } : {}),
      ...(step.gate === null ? {} : { gate: step.gate }),
    })),
    ...agents.map((agent) => ({ id: `agent:${agent}`, type: 'agent', label: agent, agent_key: agent })),
  ];
  const edges = [
    ...steps.slice(1).map((step, n) => edge('step-sequence', id(steps[n] as FlowStep), id(step))),
    ...steps.flatMap((step) => step.agents.map((agent) => edge('step-agent', id(step), `agent:${agent}`))),
    ...steps.flatMap((step) => (step.loop ? [edge('step-loop', id(step), id({ id: step.loop.from ?? step.id }))] : [])),
  ];
  return { nodes: nodes.map((data) => ({ data })), edges: edges.map((data) => ({ data })) };
}

const edge = (type: string, source: string, target: string) => ({
  id: `edge:${type}:${source}->${target}`,
  type,
  source,
  target,
});

/** From the newest run of each flow. `runs`: newest first. */
export function flowsOfRuns(runs: readonly RunDetail[]): FlowDescription[] {
  const flows = new Map<string, FlowDescription>();
  for (const run of runs) {
    for (const flow of run.flows) {
      const own = run.steps.filter((step) => step.flow === flow);
      if (flows.has(flow) || own.length === 0) continue;
      flows.set(flow, { key: flow, title: flow, description: '', path: null, steps: stepsOf(own) });
    }
  }
  return [...flows.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function stepsOf(parts: RunDetail['steps']): FlowStep[] {
  const ids = [...new Set(parts.map(({ step }) => step))];
  return ids.map((id) => {
    const own = parts.filter(({ step }) => step === id);
    const most = Math.max(0, ...own.map(({ maxIterations, iterations }) => maxIterations ?? iterations.length));
    return {
      id,
      title: id,
      role: own.find(({ role }) => role !== null)?.role ?? '',
      agents: [...new Set(own.flatMap(({ agent }) => agent ?? []))],
      engine: own[0]?.engine ?? null,
      inputs: [],
      loop: most > 1 ? { max: most, until: null } : null,
      gate: null,
    };
  });
}
