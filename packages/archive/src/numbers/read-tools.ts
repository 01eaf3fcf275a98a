/**
 * Reads calls of tools, and prompts. A fork holds copies of what was done before it; these count in the session they
 * come from, as usage does.
 */
import type { SqlRow } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { FLAGS } from '../events/event-row.ts';
import type { Group, Groups, Placed } from './groups.ts';
import { OWN } from './ownership.ts';
import { inSessions, type SelectionSql } from './selection.ts';
import type { ZoneDays } from './zone-days.ts';

export interface ToolOptions {
  readonly groups: Groups;
  readonly selection: SelectionSql;
  readonly days: ZoneDays;
}

/** Sessions that took something over from others. */
export const HEIRS = `SELECT session_id FROM usage_sum WHERE own IN (${OWN.elsewhere}, ${OWN.inherited})`;

/** Of `event AS e` in `session AS s`: there is one with the same id at the same time in a session that began earlier. */
export const IS_COPY = `EXISTS (
  SELECT 1 FROM event o JOIN run q ON q.first = (SELECT max(first) FROM run WHERE first <= o.id)
    JOIN session p ON p.id = q.session_id
  WHERE o.key = e.key AND o.id <> e.id AND o.time = e.time AND p.agent = s.agent AND p.id <> s.id
    AND (coalesce(p.started, 9e15), p.key) < (coalesce(s.started, 9e15), s.key))`;

export function readTools(sql: Sql, { groups, selection, days }: ToolOptions): void {
  const { sessions, tools, since, until } = selection;
  const usage = selection.usage('coalesce(e.model, 0)', `(h.subagent = 1 OR e.flags & ${FLAGS.subagent} <> 0)`);
  const rows = sql.all(
    `SELECT ${days.dayExpression('e.time')} AS day, s.id AS session, s.agent, s.project, e.model,
       e.tool, e.status, e.type = (SELECT id FROM name WHERE text = 'tool_call') AS call,
       count(*) AS n, count(t.ms) AS timed, total(t.ms) AS ms, max(t.ms) AS longest,
       json_group_array(t.ms) FILTER (WHERE t.ms IS NOT NULL) AS each
     FROM session s JOIN run r ON r.session_id = s.id JOIN thread h ON h.id = r.thread_id
       JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
       LEFT JOIN tool_time t ON t.event_id = e.id
     WHERE ${inSessions('s.id', selection)}
       AND e.type IN (SELECT id FROM name WHERE text IN ('tool_call', 'user_message'))
       AND e.flags & ${FLAGS.withdrawn} = 0 AND e.time >= ? AND e.time < ?
       AND ${usage.where} AND (e.tool IS NULL OR ${tools.where})
       AND (s.id NOT IN (${HEIRS}) OR NOT ${IS_COPY})
     GROUP BY 1, 2, 5, 6, 7, 8`,
    ...sessions.parameters,
    since,
    Math.min(until, Number.MAX_SAFE_INTEGER),
    ...usage.parameters,
    ...tools.parameters,
  );
  const names = namesIn(sql, rows);
  for (const row of rows) addRow(row, groups, names);
}

function addRow(row: SqlRow, groups: Groups, names: ReadonlyMap<unknown, string>): void {
  const tool = names.get(row['tool']);
  const placed = {
    day: row['day'] as number | null,
    session: row['session'] as number,
    agent: row['agent'] as string,
    project: row['project'] as string | null,
    model: names.get(row['model']) ?? '',
    ...(tool !== undefined && { tool }),
  };
  const n = row['n'] as number;
  const times = {
    timed: row['timed'] as number,
    totalMs: row['ms'] as number,
    longestMs: (row['longest'] as number | null) ?? 0,
    each: JSON.parse(row['each'] as string) as number[],
  };
  if (row['call'] !== 1) {
    for (const group of askedIn(groups, placed)) group.prompts += n;
    return;
  }
  for (const group of groups.of(placed)) {
    group.sessions.add(placed.session);
    group.tools.add(names.get(row['status']) ?? '', n, times);
  }
}

/** A prompt is of no model and no tool: by these, it is in the total alone. */
export function askedIn(groups: Groups, placed: Placed): readonly Group[] {
  return groups.by.some((grouping) => grouping === 'model' || grouping === 'tool') ? [groups.total] : groups.of(placed);
}

function namesIn(sql: Sql, rows: readonly SqlRow[]): Map<unknown, string> {
  const ids = new Set(rows.flatMap(({ tool, status, model }) => [tool, status, model]).filter((id) => id !== null));
  const found = sql.all(
    'SELECT id, text FROM name WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...ids]),
  );
  return new Map(found.map(({ id, text }) => [id, text as string]));
}
