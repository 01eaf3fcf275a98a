/** The sessions in the archive as lists show them. */
import type { SqlValue } from '@hansard/core';
import { sessionState } from '@hansard/core/events/session-state.ts';
import type { SessionRow, SessionRun } from '@hansard/core/store/sessions.ts';
import { flag, integer, integerOrNull, rowReader, type Shaped, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { SOURCE_UNIT } from '../events/source-unit.ts';
import { OWN_INPUT } from './own-input.ts';
import { timeText } from './session-names.ts';
import { STEPS_OF_SESSION } from './session-steps.ts';

export interface ArchivedSession extends SessionRow {
  /** In the tables; people may type it with `#`. */
  readonly number: number;
}

export interface SessionSelection {
  /** SQL about `session`, with its parameters. */
  readonly where?: string;
  readonly parameters?: readonly SqlValue[];
  readonly limit?: number;
}

/** A document names those that are in it. */
const WRITTEN_SUBAGENTS = `coalesce((
  SELECT max((SELECT count(*) FROM json_each(facts, '$.agents'))) FROM thread
  WHERE session_id = session.id AND facts ->> '$.imported' IS NOT NULL), 0)`;

/** Those that the session's own log tells of have a name above the flags of their events. */
const INLINE_SUBAGENTS = `(
  SELECT count(DISTINCT e.flags / ${SOURCE_UNIT}) FROM run r JOIN thread ON thread.id = r.thread_id
  CROSS JOIN event e INDEXED BY event_inline ON e.id BETWEEN r.first AND r.first + r.count - 1
  WHERE r.session_id = session.id AND thread.subagent = 0 AND e.flags >= ${SOURCE_UNIT})`;

/** The step of a run that it is, with the run's names. */
const STEP = `(
  SELECT json_array(r.name, p.flow, p.step, p.agent, p.engine, p.stub,
    (SELECT json_group_array(alias) FROM flow_run_alias WHERE run_id = r.id))
  FROM ${STEPS_OF_SESSION} LIMIT 1)`;

/** Newest activity first. */
export function listSessions({ sql }: { sql: Sql }, selection: SessionSelection = {}): ArchivedSession[] {
  const rows = sql.all(
    `SELECT session.*, machine.name AS machine_name, known_session.starred,
       (SELECT count(DISTINCT coalesce(native_id, id)) FROM thread WHERE session_id = session.id AND subagent = 1)
         + max(${WRITTEN_SUBAGENTS}, ${INLINE_SUBAGENTS}) AS subagents,
       (SELECT group_concat(tag, char(10)) FROM tag WHERE session_key = session.key) AS tags,
       (SELECT sum(size) FROM input WHERE id IN (SELECT input_id FROM thread WHERE session_id = session.id)) AS bytes,
       EXISTS (SELECT 1 FROM thread JOIN version ON version.input_id = thread.input_id
         WHERE thread.session_id = session.id AND version.scrubbed = 1) AS scrubbed,
       NOT EXISTS (SELECT 1 FROM thread JOIN input ON input.id = thread.input_id
         WHERE thread.session_id = session.id AND ${OWN_INPUT('thread', 'input')}) AS imported,
       own.path, own.missing_since, own.origin, ${STEP} AS run
     FROM session
     JOIN machine ON machine.id = session.machine_id
     JOIN known_session ON known_session.key = session.key
     LEFT JOIN input AS own ON own.id = (
       SELECT input_id FROM thread WHERE session_id = session.id AND subagent = 0 ORDER BY rank, id DESC LIMIT 1)
     WHERE ${selection.where ?? 'true'}
     ORDER BY coalesce(session.ended, 0) DESC, session.id DESC LIMIT ?`,
    ...(selection.parameters ?? []),
    selection.limit ?? -1,
  );
  return rows.map(readSession).map(toRow);
}

export function countSessions({ sql }: { sql: Sql }, selection: SessionSelection = {}): number {
  const row = sql.get(
    `SELECT count(*) AS n FROM session WHERE ${selection.where ?? 'true'}`,
    ...(selection.parameters ?? []),
  );
  return readCount(row ?? {}).n;
}

const readCount = rowReader({ n: integer });

const COLUMNS = {
  id: integer,
  uuid: text,
  agent: text,
  native_id: textOrNull,
  title: textOrNull,
  first_words: textOrNull,
  project: textOrNull,
  repository: textOrNull,
  branch: textOrNull,
  started: integerOrNull,
  ended: integerOrNull,
  state: textOrNull,
  lineage_kind: textOrNull,
  lineage_of: textOrNull,
  events: integer,
  messages: integer,
  tool_calls: integer,
  errors: integer,
  subagents: integer,
  last_seq: integer,
  path: textOrNull,
  bytes: integerOrNull,
  missing_since: textOrNull,
  scrubbed: flag,
  imported: flag,
  origin: textOrNull,
  machine_id: integer,
  machine_name: textOrNull,
  run: textOrNull,
  starred: textOrNull,
  tags: textOrNull,
};
const readSession = rowReader(COLUMNS);

function toRow(row: Shaped<typeof COLUMNS>): ArchivedSession {
  return {
    id: row.uuid,
    number: row.id,
    agent: row.agent,
    nativeId: row.native_id,
    title: row.title ?? row.first_words,
    project: row.project,
    repository: row.repository,
    branch: row.branch,
    startedAt: timeText(row.started),
    endedAt: timeText(row.ended),
    state: sessionState(row.state),
    lineage: row.lineage_kind === null ? null : { kind: row.lineage_kind, of: row.lineage_of },
    events: row.events,
    messages: row.messages,
    toolCalls: row.tool_calls,
    errors: row.errors,
    subagents: row.subagents,
    lastSeq: row.last_seq,
    path: row.path,
    bytes: row.bytes ?? 0,
    missingSince: row.missing_since,
    scrubbed: row.scrubbed,
    imported: row.imported,
    origin: row.origin,
    machine: row.machine_id === 1 ? null : row.machine_name,
    ...(row.run === null ? {} : { run: toRun(JSON.parse(row.run)) }),
    starred: row.starred !== null,
    tags: row.tags?.split('\n') ?? [],
  };
}

type Names = [string, string | null, string | null, string | null, string | null, 0 | 1, string[]];

const toRun = ([id, flow, step, agent, engine, stub, aliases]: Names): SessionRun => ({
  ...{ id, aliases, flow, step, agent, engine },
  stub: stub === 1,
});
