/** The sessions in the archive as lists show them, newest activity first. */
import type { SqlRow, SqlValue } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { SOURCE_UNIT } from '../events/event-row.ts';
import { isImported } from './session-key.ts';

export interface SessionListed {
  /** Its number in the archive. */
  readonly id: number;
  readonly uuid: string;
  readonly agent: string;
  readonly nativeId: string | null;
  readonly title: string | null;
  readonly project: string | null;
  readonly repository: string | null;
  readonly branch: string | null;
  /** RFC 3339; null when no time was recorded. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly state: string | null;
  readonly lineage: { readonly kind: string; readonly of: string | null } | null;
  readonly events: number;
  readonly messages: number;
  readonly toolCalls: number;
  readonly errors: number;
  readonly subagents: number;
  /** Its own file, or the database it is in; undefined when it is only known from a subagent's. */
  readonly path: string | null;
  /** Bytes of all its inputs, as stored last. */
  readonly bytes: number;
  /** When the agent was found to have removed it. */
  readonly missingSince: string | null;
  /** Secrets were removed from its originals: they are no longer what the agent wrote, byte for byte. */
  readonly scrubbed: boolean;
  /** It came in another format, not from the agent's own files: the agent cannot go on with it. */
  readonly imported: boolean;
  /** Name of the machine it came from; null for this one. */
  readonly machine: string | null;
  readonly starred: boolean;
  readonly tags: readonly string[];
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

export function listSessions({ sql }: { sql: Sql }, selection: SessionSelection = {}): SessionListed[] {
  const rows = sql.all(
    `SELECT session.*, machine.name AS machine_name, known_session.starred,
       (SELECT count(DISTINCT coalesce(native_id, id)) FROM thread WHERE session_id = session.id AND subagent = 1)
         + max(${WRITTEN_SUBAGENTS}, ${INLINE_SUBAGENTS}) AS subagents,
       (SELECT group_concat(tag, char(10)) FROM tag WHERE session_key = session.key) AS tags,
       (SELECT sum(size) FROM input WHERE id IN (SELECT input_id FROM thread WHERE session_id = session.id)) AS bytes,
       EXISTS (SELECT 1 FROM thread JOIN version ON version.input_id = thread.input_id
         WHERE thread.session_id = session.id AND version.scrubbed = 1) AS scrubbed,
       own.path, own.missing_since
     FROM session
     JOIN machine ON machine.id = session.machine_id
     JOIN known_session ON known_session.key = session.key
     LEFT JOIN input AS own ON own.id = (
       SELECT input_id FROM thread WHERE session_id = session.id AND subagent = 0 ORDER BY id DESC LIMIT 1)
     WHERE ${selection.where ?? 'true'}
     ORDER BY coalesce(session.ended, 0) DESC, session.id DESC LIMIT ?`,
    ...(selection.parameters ?? []),
    selection.limit ?? -1,
  );
  return rows.map(toListed);
}

export function countSessions({ sql }: { sql: Sql }, selection: SessionSelection = {}): number {
  const row = sql.get(
    `SELECT count(*) AS n FROM session WHERE ${selection.where ?? 'true'}`,
    ...(selection.parameters ?? []),
  );
  return row?.['n'] as number;
}

function toListed(row: SqlRow): SessionListed {
  const text = (name: string) => row[name] as string | null;
  return {
    id: row['id'] as number,
    uuid: row['uuid'] as string,
    agent: row['agent'] as string,
    nativeId: text('native_id'),
    title: text('title') ?? text('first_words'),
    project: text('project'),
    repository: text('repository'),
    branch: text('branch'),
    startedAt: timeText(row['started']),
    endedAt: timeText(row['ended']),
    state: text('state'),
    lineage: row['lineage_kind'] === null ? null : { kind: row['lineage_kind'] as string, of: text('lineage_of') },
    events: row['events'] as number,
    messages: row['messages'] as number,
    toolCalls: row['tool_calls'] as number,
    errors: row['errors'] as number,
    subagents: row['subagents'] as number,
    path: text('path'),
    bytes: (row['bytes'] as number | null) ?? 0,
    missingSince: text('missing_since'),
    scrubbed: row['scrubbed'] === 1,
    imported: isImported(row['key'] as string),
    machine: row['machine_id'] === 1 ? null : text('machine_name'),
    starred: row['starred'] !== null,
    tags: text('tags')?.split('\n') ?? [],
  };
}

const timeText = (ms: unknown): string | null => (typeof ms === 'number' ? new Date(ms).toISOString() : null);
