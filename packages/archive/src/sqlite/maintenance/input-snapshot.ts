/** What the archive knows of an input's events, sessions and problems, in plain values that can be compared. */

import type { SqlRow } from '@hansard/core';
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import { countIn, eventIdOf, idOf } from '../../database/columns.ts';
import { columnOf, integer, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

export interface InputSnapshot {
  /** By their numbers. */
  readonly events: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  /** Fields of its sessions, joined. */
  readonly session: Readonly<Record<string, string>>;
  /** How many of each kind. */
  readonly problems: Readonly<Record<string, number>>;
}

const OF_INPUT = `FROM thread t JOIN run r ON r.thread_id = t.id
  JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1`;

const SESSION_FIELDS = [
  'native_id',
  'title',
  'project',
  'repository',
  'branch',
  'agent_version',
  'state',
  'lineage_kind',
  'lineage_of',
];

export function snapshotOf(sql: Sql, inputId: number): InputSnapshot {
  return { events: eventsOf(sql, inputId), session: sessionsOf(sql, inputId), problems: problemsOf(sql, inputId) };
}

function eventsOf(sql: Sql, inputId: number): Map<number, Record<string, unknown>> {
  const rows = sql.all(
    `SELECT e.id, n.text AS type, e.time, tool.text AS tool, status.text AS status, model.text AS model, e.flags,
       hex(d.sz) AS text
     ${OF_INPUT} JOIN name n ON n.id = e.type
       LEFT JOIN name tool ON tool.id = e.tool LEFT JOIN name status ON status.id = e.status
       LEFT JOIN name model ON model.id = e.model LEFT JOIN event_text_docsize d ON d.id = e.id
     WHERE t.input_id = ?`,
    inputId,
  );
  const events = new Map(rows.map((row) => [idOf(row), eventOf(row)]));
  const usage = sql.all(
    `SELECT u.event_id, json_group_array(json_array(u.response, u.input, u.output, u.cache_read, u.cache_write_5m,
       u.cache_write_1h, u.reasoning)) AS value ${OF_INPUT} JOIN usage u ON u.event_id = e.id
     WHERE t.input_id = ? GROUP BY u.event_id`,
    inputId,
  );
  const files = sql.all(
    `SELECT f.event_id, group_concat(p.text || ' ' || f.action, char(10) ORDER BY p.text) AS value
     ${OF_INPUT} JOIN touch f ON f.event_id = e.id JOIN path p ON p.id = f.path_id
     WHERE t.input_id = ? GROUP BY f.event_id`,
    inputId,
  );
  for (const [name, values] of [
    ['usage', usage],
    ['files', files],
  ] as const) {
    for (const row of values) {
      const event = events.get(eventIdOf(row));
      if (event) event[name] = row['value'];
    }
  }
  return events;
}

const flagsOf = columnOf('flags', integer);
const kindOf = columnOf('kind', text);

function eventOf(row: SqlRow): Record<string, unknown> {
  const { flags: _flags, id: _id, ...event }: Record<string, unknown> = row;
  const flags = flagsOf(row);
  for (const [name, flag] of Object.entries(FLAGS)) event[name] = (flags & flag) !== 0;
  return event;
}

function sessionsOf(sql: Sql, inputId: number): Record<string, string> {
  const rows = sql.all(
    `SELECT DISTINCT ${SESSION_FIELDS.map((name) => `s.${name}`).join(', ')} FROM thread t
       JOIN session s ON s.id = t.session_id WHERE t.input_id = ? ORDER BY s.id`,
    inputId,
  );
  return Object.fromEntries(SESSION_FIELDS.map((name) => [name, JSON.stringify(rows.map((row) => row[name]))]));
}

function problemsOf(sql: Sql, inputId: number): Record<string, number> {
  const rows = sql.all('SELECT kind, count(*) AS n FROM problem WHERE input_id = ? GROUP BY kind', inputId);
  return Object.fromEntries(rows.map((row) => [kindOf(row), countIn(row)]));
}
