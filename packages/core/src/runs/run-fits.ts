/** Whether a run is one that a query asks for, by looking at it: what an index must agree with. */
import { Failure } from '../failure.ts';
import type { Filter, Query } from '../query/query.ts';
import { includes, isAll } from '../search/event-has.ts';
import type { RunDetail } from '../store/runs.ts';
import { runTime } from './run-files.ts';

/** Filters that make sense for runs. */
const OF_RUNS: ReadonlySet<string> = new Set(['run', 'flow', 'step', 'engine', 'title', 'is', 'after', 'before']);
const STATES: ReadonlySet<string> = new Set(['stub', 'error', 'starred']);

/** Fails for what cannot be asked of runs. */
export function checkRunQuery({ filters, patterns }: Query): void {
  for (const filter of filters) {
    const isKnown = filter.name === 'is' ? filter.states.every((state) => STATES.has(state)) : OF_RUNS.has(filter.name);
    if (!isKnown) {
      throw new Failure('bad-query', `\`${filter.name}:\` cannot be asked of runs`, {
        remedy: 'Use run: flow: step: engine: title: after: before: is:stub is:error is:starred, or words of a title.',
      });
    }
  }
  if (patterns.length > 0) throw new Failure('bad-query', 'Runs are not searched by regular expressions');
}

export function runFits({ filters, text }: Query, run: RunDetail): boolean {
  const words = [run.id, run.title ?? '', run.description ?? ''].join('\n');
  return (
    filters.every((filter) => hasIt(filter, run) !== filter.excluded) &&
    text.every(({ any, excluded }) => any.some((term) => includes(words, term.text)) !== excluded)
  );
}

function hasIt(filter: Filter, run: RunDetail): boolean {
  const started = Date.parse(runTime(run));
  if (filter.name === 'after') return started >= filter.time;
  if (filter.name === 'before') return started < filter.time;
  if (filter.name === 'is') {
    return filter.states.some((state) => {
      if (state === 'stub') return run.stub;
      return state === 'error' ? run.status === 'failed' || run.failedSteps > 0 : run.exemplar;
    });
  }
  if (!('texts' in filter)) return false;
  return filter.texts.some((text) => {
    if (filter.name === 'run') return [run.id, ...run.aliases].some((one) => isAll(one, text));
    if (filter.name === 'title') return includes(run.title, text);
    if (filter.name === 'flow') return run.flows.some((flow) => isAll(flow, text));
    if (filter.name === 'step') return run.steps.some(({ step }) => isAll(step, text));
    return run.steps.some(({ engine }) => isAll(engine, text) || isAll(engine, `${text}-step`));
  });
}
