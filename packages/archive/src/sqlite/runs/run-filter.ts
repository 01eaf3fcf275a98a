/** What a query asks of runs, as SQL about `flow_run r`; it agrees with `runFits`. */
import type { Filter, Query } from '@hansard/core/query/query.ts';
import { allOf, anyOf, type Condition, condition, hasText, isLike, noneOf } from '../search/condition.ts';
import { RUN_EXEMPLAR } from './run-rows.ts';

export function runCondition(query: Query | undefined): Condition {
  if (!query) return condition('true');
  const words = query.text.map(({ any, excluded }) => {
    const some = anyOf(any.map(({ text }) => anyOf(WORDS.map((column) => hasText(column, text)))));
    return excluded ? noneOf(some) : some;
  });
  return allOf([...query.filters.map(filterCondition), ...words]);
}

const WORDS = ['r.name', 'r.title', 'r.description'];

function filterCondition(filter: Filter): Condition {
  const wanted = positive(filter);
  return filter.excluded ? noneOf(wanted) : wanted;
}

function positive(filter: Filter): Condition {
  if (filter.name === 'after') return condition('r.time >= ?', timeText(filter.time));
  if (filter.name === 'before') return condition("r.time <> '' AND r.time < ?", timeText(filter.time));
  if (filter.name === 'is') return anyOf(filter.states.map((state) => STATES[state] ?? condition('false')));
  if (!('texts' in filter)) return condition('false');
  return anyOf(filter.texts.map((text) => TEXTS[filter.name]?.(text) ?? condition('false')));
}

const timeText = (time: number): string => new Date(time).toISOString();

const STATES: Readonly<Record<string, Condition>> = {
  stub: condition('r.stub = 1'),
  error: condition("r.status = 'failed' OR r.failed > 0"),
  starred: condition(`${RUN_EXEMPLAR} = 1`),
};

const inTable = (from: string, { where, parameters }: Condition): Condition => ({
  where: `EXISTS (SELECT 1 FROM ${from} WHERE x.run_id = r.id AND (${where}))`,
  parameters,
});

const TEXTS: Readonly<Record<string, (text: string) => Condition>> = {
  run: (text) => anyOf([isLike('r.name', text), inTable('flow_run_alias x', isLike('x.alias', text))]),
  title: (text) => hasText('r.title', text),
  flow: (text) => inTable('flow_run_flow x', isLike('x.flow', text)),
  step: (text) => inTable('flow_step x', isLike('x.step', text)),
  engine: (text) => inTable('flow_step x', anyOf([isLike('x.engine', text), isLike('x.engine', `${text}-step`)])),
};
