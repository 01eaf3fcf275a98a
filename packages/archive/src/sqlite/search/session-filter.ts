/**
 * What a query asks of sessions, as SQL about the table `session`. Search uses what filters say of a session itself;
 * lists of sessions use all of a query: a session fits when some event of it does.
 */

import type { EVENT_TEXTS, Filter, Query, SESSION_TEXTS } from '@hansard/core/query/query.ts';
import type { Sql } from '../../database/sql.ts';
import { STEPS_OF_SESSION } from '../sessions/session-steps.ts';
import { allOf, anyOf, beginsWith, type Condition, condition, hasText, isLike, isOneOf, noneOf } from './condition.ts';
import { type EventFilter, eventCondition, foreground, isEventFilter } from './event-filter.ts';
import { matchExpression } from './match.ts';
import { isSessionState, sessionState } from './session-state.ts';

type SessionFilter = Exclude<Filter, { name: 'after' | 'before' | (typeof EVENT_TEXTS)[number] }>;

/** Sessions that may hold what is asked for: the filters about sessions, and what follows for them from the others. */
export function sessionFilter(query: Query): Condition {
  const own = query.filters.filter((filter): filter is SessionFilter => !isEventFilter(filter)).map(sessionCondition);
  const follows = query.filters.filter(isEventFilter).flatMap(consequences);
  return allOf([...own, ...follows]);
}

/** Sessions that hold what is asked for: for lists of sessions. */
export function sessionsMatching(sql: Sql, query: Query): Condition {
  const filters = query.filters.filter(isEventFilter);
  const excluded = filters.filter((filter) => filter.excluded);
  const wanted = filters.filter((filter) => !filter.excluded);
  const onlyTimes = wanted.every(({ name }) => name === 'after' || name === 'before');
  const match = matchExpression(query.text);
  const unwanted = query.text.flatMap((clause) => (clause.excluded ? [{ ...clause, excluded: false }] : []));
  // Words are looked for where search looks for them; filters choose sessions by whatever is in them.
  const said = foreground(sql, query) ?? condition('true');
  const some = (filters: readonly EventFilter[], text: string | undefined) =>
    someEvent(
      allOf([...filters.map((filter) => eventCondition(sql, filter)), ...(text === undefined ? [] : [said])]),
      text,
    );
  return allOf([
    sessionFilter({ ...query, filters: query.filters.filter((filter) => !(isEventFilter(filter) && filter.excluded)) }),
    ...(match === undefined && onlyTimes ? [] : [some(wanted, match)]),
    ...excluded.map((filter) => noneOf(some([{ ...filter, excluded: false }], undefined))),
    ...unwanted.map((clause) => noneOf(some([], matchExpression([clause])))),
  ]);
}

function someEvent({ where, parameters }: Condition, match: string | undefined): Condition {
  const isAny = where === 'true';
  const text = match === undefined ? '' : ' CROSS JOIN event_text m';
  const range = `${match === undefined ? 'e.id' : 'm.rowid'} BETWEEN q.first AND q.first + q.count - 1`;
  const matches = match === undefined ? '' : ' AND m.event_text MATCH ?';
  const events = match !== undefined && isAny ? '' : ' CROSS JOIN event e';
  const same = match !== undefined && !isAny ? ' AND e.id = m.rowid' : '';
  return condition(
    `EXISTS (SELECT 1 FROM run q${text}${events} WHERE q.session_id = session.id AND ${range}${matches}${same} AND ${where})`,
    ...(match === undefined ? [] : [match]),
    ...parameters,
  );
}

function sessionCondition(filter: SessionFilter): Condition {
  const wanted = positive(filter);
  return filter.excluded ? noneOf(wanted) : wanted;
}

function positive(filter: SessionFilter): Condition {
  if (filter.name === 'agent') return isOneOf('session.agent', filter.ids);
  if (filter.name === 'is') return anyOf(filter.states.filter(isSessionState).map(sessionState));
  return anyOf(filter.texts.map((text) => TEXTS[filter.name](text)));
}

const TEXTS: Record<(typeof SESSION_TEXTS)[number], (text: string) => Condition> = {
  project: (text) => anyOf([hasText('session.project', text), hasText('session.repository', text)]),
  title: (text) => anyOf([hasText('session.title', text), hasText('session.first_words', text)]),
  branch: (text) => anyOf([isLike('session.branch', text), linked(isLike('l.branch', text))]),
  commit: commitNamed,
  session: sessionNamed,
  machine: machineNamed,
  origin: (text) => {
    const { where, parameters } = isLike('j.origin', text);
    const inputs = 'thread h JOIN input j ON j.id = h.input_id';
    return { where: `EXISTS (SELECT 1 FROM ${inputs} WHERE h.session_id = session.id AND ${where})`, parameters };
  },
  run: (text) => ofStep(anyOf([isLike('r.name', text), aliased(text)])),
  flow: (text) => ofStep(isLike('p.flow', text)),
  step: (text) => ofStep(isLike('p.step', text)),
  engine: (text) => ofStep(anyOf([isLike('p.engine', text), isLike('p.engine', `${text}-step`)])),
  tag: (text) => {
    const { where, parameters } = isLike('g.tag', text);
    return { where: `EXISTS (SELECT 1 FROM tag g WHERE g.session_key = session.key AND ${where})`, parameters };
  },
};

/** Of a session that is a step of a run. */
const ofStep = ({ where, parameters }: Condition): Condition => ({
  where: `EXISTS (SELECT 1 FROM ${STEPS_OF_SESSION} WHERE ${where})`,
  parameters,
});

function aliased(text: string): Condition {
  const { where, parameters } = isLike('a.alias', text);
  return { where: `EXISTS (SELECT 1 FROM flow_run_alias a WHERE a.run_id = r.id AND ${where})`, parameters };
}

const linked = ({ where, parameters }: Condition): Condition => ({
  where: `EXISTS (SELECT 1 FROM git_link l WHERE l.session_key = session.key AND ${where})`,
  parameters,
});

/** By the beginning of a commit's id: one that it is tied to, that it made, or that it was on last. */
function commitNamed(text: string): Condition {
  const made = anyOf([beginsWith('c.text', text), condition('? LIKE c.text || ?', text, '%')]);
  const last = beginsWith("json_extract(h.facts, '$.git.endCommit')", text);
  return anyOf([
    linked(beginsWith('l.revision', text)),
    {
      where: `EXISTS (SELECT 1 FROM ran c JOIN run q ON c.event_id BETWEEN q.first AND q.first + q.count - 1
        WHERE c.kind = 4 AND q.session_id = session.id AND (${made.where}))`,
      parameters: made.parameters,
    },
    {
      where: `EXISTS (SELECT 1 FROM thread h WHERE h.session_id = session.id AND ${last.where})`,
      parameters: last.parameters,
    },
  ]);
}

/** By the beginning of its id, of the agent's id for it or for a subagent in it, or by its number with `#`. */
function sessionNamed(text: string): Condition {
  if (/^#\d{1,15}$/.test(text)) return condition('session.id = ?', Number(text.slice(1)));
  const subagent = beginsWith('h.native_id', text);
  return anyOf([
    beginsWith('session.uuid', text),
    beginsWith('session.native_id', text),
    { ...subagent, where: `EXISTS (SELECT 1 FROM thread h WHERE h.session_id = session.id AND ${subagent.where})` },
  ]);
}

/** `machine:this` is the one that the archive is on. */
function machineNamed(text: string): Condition {
  if (text.toLowerCase() === 'this') return condition('session.machine_id = 1');
  const { where, parameters } = anyOf([isLike('o.name', text), beginsWith('o.key', text)]);
  return { where: `session.machine_id IN (SELECT o.id FROM machine o WHERE ${where})`, parameters };
}

/** What must hold of a session for an event of it to pass: it spares looking through the others. */
function consequences(filter: EventFilter): Condition[] {
  if (filter.excluded) return [];
  if (filter.name === 'after') return [condition('session.ended IS NULL OR session.ended >= ?', filter.time)];
  if (filter.name === 'before') return [condition('session.started IS NULL OR session.started < ?', filter.time)];
  if (filter.name !== 'is' || filter.states.length > 1) return [];
  if (filter.states[0] === 'error') return [condition('session.errors > 0')];
  return filter.states[0] === 'unparsed' ? [condition('session.unparsed > 0')] : [];
}
