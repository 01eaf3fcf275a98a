/**
 * What a report is about: the sessions that a query chooses, and of these what was used between two times, with
 * certain models, by subagents. Filters that look at other things of events choose the sessions that have such events.
 */

import type { Filter } from '@hansard/core/query/query.ts';
import type { NumbersSelection } from '@hansard/core/store/numbers.ts';
import { idOf } from '../../database/columns.ts';
import type { Sql } from '../../database/sql.ts';
import { allOf, anyOf, type Condition, condition, hasText, isLike, isOneOf, noneOf } from '../search/condition.ts';
import { sessionsMatching } from '../search/session-filter.ts';
import type { SessionIds } from '../session-ids.ts';

/** The same selection as conditions on tables. */
export interface SelectionSql {
  /** On `session`. */
  readonly sessions: Condition;
  /** On a model's id and on whether it was a subagent (1 or 0), by the names that they have there. */
  usage(model: string, subagent: string): Condition;
  readonly since: number;
  /** Exclusive; infinite when there is no end. */
  readonly until: number;
  /** On `event AS e`, for its tool. */
  readonly tools: Condition;
}

const OF_USAGE: ReadonlySet<string> = new Set(['model', 'after', 'before']);

export function selectionSql(
  sql: Sql,
  ids: SessionIds,
  { query, since = 0, until = Number.POSITIVE_INFINITY, sessions }: NumbersSelection,
): SelectionSql {
  const filters = query?.filters ?? [];
  const ofUsage = filters.filter((filter) => OF_USAGE.has(filter.name) || isSubagent(filter));
  const rest = filters.filter((filter) => !ofUsage.includes(filter));
  const times = (name: string, excluded: boolean) =>
    filters.flatMap((filter) =>
      'time' in filter && filter.name === name && filter.excluded === excluded ? filter.time : [],
    );
  return {
    sessions: allOf([
      ...(query ? [sessionsMatching(sql, { ...query, filters: rest })] : []),
      ...(sessions ? [isOneOf('session.id', [...ids.numbersOf(sessions).values()])] : []),
    ]),
    usage: (model, subagent) => allOf(ofUsage.flatMap((filter) => usageCondition(sql, filter, model, subagent))),
    since: Math.max(since, ...times('after', false), ...times('before', true)),
    until: Math.min(until, ...times('before', false), ...times('after', true)),
    tools: allOf(filters.flatMap((filter) => toolCondition(sql, filter))),
  };
}

/** SQL that is true for the id of a session that was chosen; its parameters are those of `sessions`. */
export const inSessions = (id: string, { sessions }: SelectionSql): string =>
  sessions.where === 'true' ? 'true' : `${id} IN (SELECT session.id FROM session WHERE ${sessions.where})`;

const isSubagent = (filter: Filter): boolean =>
  filter.name === 'is' && filter.states.every((state) => state === 'subagent');

function usageCondition(sql: Sql, filter: Filter, model: string, subagent: string): Condition[] {
  if (filter.name === 'is') return [condition(`${subagent} = ${filter.excluded ? 0 : 1}`)];
  if (filter.name !== 'model') return [];
  const models = isOneOf(model, namesLike(sql, anyOf(filter.texts.map((text) => hasText('text', text)))));
  return [filter.excluded ? noneOf(models) : models];
}

function toolCondition(sql: Sql, filter: Filter): Condition[] {
  if (filter.name !== 'tool') return [];
  const tools = isOneOf('e.tool', namesLike(sql, anyOf(filter.texts.map((text) => isLike('text', text)))));
  return [filter.excluded ? noneOf(tools) : tools];
}

function namesLike(sql: Sql, { where, parameters }: Condition): number[] {
  return sql.all(`SELECT id FROM name WHERE ${where}`, ...parameters).map(idOf);
}
