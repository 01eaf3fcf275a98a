/** Two runs side by side: steps by flow, step and agent; other files by their paths. */

import type { RunComparison } from '../api/run-views.ts';
import type { RunAnswer, RunStepEntry } from '../api/runs.ts';
import type { RunDetail } from '../store/runs.ts';
import type { PriceBook } from '../usage/prices.ts';
import { runAnswer, runEntry } from './run-entry.ts';

type Change = RunComparison['steps'][number]['change'];

export function compareTwo(a: RunDetail, b: RunDetail, flow: string | undefined, prices: PriceBook): RunComparison {
  const [one, other] = [runAnswer(a, prices), runAnswer(b, prices)];
  const isWanted = (path: string) => flow === undefined || path.startsWith(`${flow}/`);
  return {
    run_a: runEntry(a),
    run_b: runEntry(b),
    flow: flow ?? null,
    steps: pairs(stepsOf(one, flow), stepsOf(other, flow), keyOf).map(([x, y]) => stepPair(x, y)),
    artefacts: pairs(artefactsOf(one), artefactsOf(other), ({ path }) => path)
      .filter(([x, y]) => isWanted((x ?? y)?.path ?? ''))
      .map(([x, y]) => ({
        path: (x ?? y)?.path ?? '',
        change: changeOf(x, y, (file) => file.hash ?? `${file.bytes}`),
        bytes: { a: x?.bytes ?? null, b: y?.bytes ?? null },
      })),
  };
}

const stepsOf = ({ step_list: steps }: RunAnswer, flow: string | undefined) =>
  steps.filter(({ flow_key: key }) => flow === undefined || key === flow);
const artefactsOf = ({ files }: RunAnswer) => files.filter(({ kind }) => kind === 'artefact');
const keyOf = ({ flow_key: flow, step_id: step, agent_key: agent }: RunStepEntry) =>
  JSON.stringify([flow, step, agent]);

function stepPair(a: RunStepEntry | undefined, b: RunStepEntry | undefined): RunComparison['steps'][number] {
  const { flow_key, step_id, agent_key } = (a ?? b) as RunStepEntry;
  const both = <T>(value: (step: RunStepEntry) => T | null) => ({ a: a ? value(a) : null, b: b ? value(b) : null });
  return {
    ...{ flow_key, step_id, agent_key },
    change: changeOf(a, b, ({ status, model, engine }) => JSON.stringify([status, model, engine])),
    status: both(({ status }) => status),
    model: both(({ model }) => model),
    engine: both(({ engine }) => engine),
    duration_ms: both(({ duration_ms: ms }) => ms),
    total_tokens: both(({ tokens }) => tokens?.total ?? null),
    micro_usd: both(({ micro_usd: cost }) => cost),
    iterations: both(({ iterations, iteration }) => iterations.length || iteration),
  };
}

function changeOf<T>(a: T | undefined, b: T | undefined, print: (value: T) => string): Change {
  if (a === undefined) return 'only_b';
  if (b === undefined) return 'only_a';
  return print(a) === print(b) ? 'same' : 'changed';
}

/** In the order of the first; what only the second has comes behind. */
function pairs<T>(a: readonly T[], b: readonly T[], key: (value: T) => string): [T | undefined, T | undefined][] {
  const others = new Map(b.map((value) => [key(value), value]));
  const found = a.map((value): [T | undefined, T | undefined] => {
    const other = others.get(key(value));
    others.delete(key(value));
    return [value, other];
  });
  return [...found, ...[...others.values()].map((value): [undefined, T] => [undefined, value])];
}
