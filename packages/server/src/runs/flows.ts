/** Flows: those that can be run here, and those that runs are of. */
import { flowGraph, flowsOfRuns } from '@hansard/core/runs/flow-graph.ts';
import type { FlowDescription } from '@hansard/core/store/flows.ts';
import type { RunDetail } from '@hansard/core/store/runs.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { Refusal } from '../problems.ts';
import { isCovered, runsOf } from './named-run.ts';

/** Newest runs that are looked at for what flows there are. */
const LOOKED_AT = 100;

export interface KnownFlow extends FlowDescription {
  readonly defined: boolean;
}

/** One that is defined here comes before what runs show of it. */
export async function knownFlows(app: App, content: Content): Promise<KnownFlow[]> {
  const defined = (await app.flows?.flows()) ?? [];
  const keys = new Set(defined.map(({ key }) => key));
  const seen = flowsOfRuns(await newestRuns(app, content)).filter(({ key }) => !keys.has(key));
  return [...defined.map((flow) => ({ ...flow, defined: true })), ...seen.map((flow) => ({ ...flow, defined: false }))];
}

async function newestRuns(app: App, content: Content): Promise<RunDetail[]> {
  const runs = runsOf(app);
  const found: RunDetail[] = [];
  for (const { key } of (await runs.page({ limit: LOOKED_AT, offset: 0 })).runs) {
    const detail = await runs.detail(key);
    if (detail && (await isCovered(content, detail))) found.push(detail);
  }
  return found;
}

export async function graphOf(app: App, content: Content, key: string) {
  const flows = await knownFlows(app, content);
  const found = flows.find((flow) => flow.key === key);
  if (!found) {
    const names = flows.map((flow) => flow.key).join(', ');
    throw new Refusal('not-found', `Flow '${key.slice(0, 300)}' not found`, {
      extra: { hint: names === '' ? 'No flows are known' : `Available flows: ${names.slice(0, 2000)}` },
    });
  }
  return content.answer(null, flowGraph(found));
}
