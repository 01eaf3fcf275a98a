/**
 * What a query asks of single events, as SQL about `event AS e`. Tools, models and files are looked up first: their
 * names are kept once, and few fit.
 */

import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { BOOKKEEPING_TYPES } from '@hansard/core/events/event-kinds.ts';
import { EVENT_TEXTS, type Filter, type Query, type State } from '@hansard/core/query/query.ts';
import { idOf } from '../../database/columns.ts';
import type { Sql } from '../../database/sql.ts';
import { allOf, anyOf, type Condition, condition, hasText, isLike, isOneOf, noneOf } from './condition.ts';
import { excludedExpression, matchExpression } from './match.ts';
import { isSessionState, sessionState } from './session-state.ts';

export type EventFilter = Extract<Filter, { name: 'is' | 'after' | 'before' | (typeof EVENT_TEXTS)[number] }>;

/** Whether a filter looks at events; the others look at their session. */
export function isEventFilter(filter: Filter): filter is EventFilter {
  if (filter.name === 'is') return !filter.states.every(isSessionState);
  return (
    filter.name === 'after' || filter.name === 'before' || (EVENT_TEXTS as readonly string[]).includes(filter.name)
  );
}

/** Undefined when any event will do. Exclusions are a part of it where no words are there to exclude from. */
export function eventFilter(sql: Sql, query: Query): Condition | undefined {
  const conditions = query.filters.filter(isEventFilter).map((filter) => eventCondition(sql, filter));
  const excluded = matchExpression(query.text) === undefined ? excludedExpression(query.text) : undefined;
  if (excluded !== undefined) {
    const matches = 'EXISTS (SELECT 1 FROM event_text x WHERE x.event_text MATCH ? AND x.rowid = e.id)';
    conditions.push(noneOf(condition(matches, excluded)));
  }
  return conditions.length === 0 ? undefined : allOf(conditions);
}

/** All that an event must pass: the filters, and that it is no background unless this is asked for. */
export function passing(sql: Sql, query: Query): Condition | undefined {
  const conditions = [eventFilter(sql, query), foreground(sql, query)].flatMap((one) => one ?? []);
  return conditions.length === 0 ? undefined : allOf(conditions);
}

/** Neither an injected prompt nor bookkeeping; undefined when these are asked for. */
export function foreground(sql: Sql, { background }: Pick<Query, 'background'>): Condition | undefined {
  return background ? undefined : noneOf(anyOf([stateCondition(sql, 'system'), stateCondition(sql, 'bookkeeping')]));
}

export function eventCondition(sql: Sql, filter: EventFilter): Condition {
  const wanted = positive(sql, filter);
  return filter.excluded ? noneOf(wanted) : wanted;
}

function positive(sql: Sql, filter: EventFilter): Condition {
  if (filter.name === 'is') return anyOf(filter.states.map((state) => stateCondition(sql, state)));
  if (filter.name === 'after') return condition('e.time >= ?', filter.time);
  if (filter.name === 'before') return condition('e.time < ?', filter.time);
  const { texts } = filter;
  if (filter.name === 'tool') return isOneOf('e.tool', nameIds(sql, anyOf(texts.map((text) => isLike('text', text)))));
  if (filter.name === 'model')
    return isOneOf('e.model', nameIds(sql, anyOf(texts.map((text) => hasText('text', text)))));
  const paths = isOneOf('f.path_id', pathIds(sql, texts));
  return { ...paths, where: `EXISTS (SELECT 1 FROM touch f WHERE f.event_id = e.id AND ${paths.where})` };
}

const TYPES: Partial<Record<State, readonly string[]>> = {
  user: ['user_message'],
  assistant: ['assistant_message'],
  tool: ['tool_call', 'tool_result'],
  reasoning: ['reasoning'],
  unparsed: ['unparsed'],
  bookkeeping: BOOKKEEPING_TYPES,
};

/** The run that a number is in tells its thread and its session. */
const RUN = 'SELECT 1 FROM run r JOIN thread h ON h.id = r.thread_id JOIN session ON session.id = r.session_id';
const OF_EVENT = 'r.first = (SELECT max(first) FROM run WHERE first <= e.id)';

function stateCondition(sql: Sql, state: State): Condition {
  const types = TYPES[state];
  if (types)
    return isOneOf(
      'e.type',
      types.flatMap((type) => nameId(sql, type) ?? []),
    );
  if (isSessionState(state)) {
    const { where, parameters } = sessionState(state);
    return { where: `EXISTS (${RUN} WHERE ${OF_EVENT} AND ${where})`, parameters };
  }
  if (state === 'any') return condition('true');
  if (state === 'system') {
    const injected = condition(`e.flags & ${FLAGS.modelOnly} <> 0`);
    const type = nameId(sql, 'system');
    return type === undefined ? injected : anyOf([injected, condition('e.type = ?', type)]);
  }
  if (state === 'error') return condition(`e.flags & ${FLAGS.error} <> 0`);
  if (state === 'subagent') {
    return condition(`e.flags & ${FLAGS.subagent} <> 0 OR EXISTS (${RUN} WHERE ${OF_EVENT} AND h.subagent = 1)`);
  }
  const read = nameId(sql, 'read') ?? -1;
  return condition('EXISTS (SELECT 1 FROM touch f WHERE f.event_id = e.id AND f.action <> ?)', read);
}

function nameId(sql: Sql, text: string): number | undefined {
  const row = sql.get('SELECT id FROM name WHERE text = ?', text);
  return row && idOf(row);
}

function nameIds(sql: Sql, { where, parameters }: Condition): number[] {
  const statement = sql.connection.prepare(`SELECT id FROM name WHERE ${where}`);
  return statement.all(...parameters).map(idOf);
}

/** Files by a path's end, middle or all of it, but whole names: `file:x.ts` is not `max.ts`. `*` stands for anything. */
export function pathIds(sql: Sql, texts: readonly string[]): number[] {
  const slashed = String.raw`('/' || replace(text, '\', '/') || '/')`;
  const { where, parameters } = anyOf(texts.map((text) => hasText(slashed, `/${plainPath(text)}/`)));
  const statement = sql.connection.prepare(`SELECT id FROM path WHERE ${where}`);
  return statement.all(...parameters).map(idOf);
}

const plainPath = (text: string): string =>
  text
    .replaceAll('\\', '/')
    .replaceAll(/\/+/g, '/')
    .replace(/^(?:~|\.)?\//, '')
    .replace(/\/$/, '');
