/** Edits in the index of written lines: of some files, or of whatever has one of some lines. */
import type { SqlRow } from '@hansard/core';
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { ChangingCommand } from '@hansard/core/git/changing-commands.ts';
import type { WrittenKind } from '@hansard/core/git/written-lines.ts';
import { idOf } from '../../database/columns.ts';
import { bytes, integer, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { COMMANDS, KINDS } from './written-rows.ts';

export interface WrittenRow {
  readonly event: number;
  readonly session: number;
  readonly time: number | null;
  readonly path: string;
  readonly kind: WrittenKind;
  readonly lines: Uint8Array;
}

export interface GitSession {
  readonly id: number;
  readonly key: string;
  readonly uuid: string;
  readonly agent: string;
  readonly nativeId: string | null;
  readonly project: string | null;
  readonly repository: string | null;
  readonly title: string | null;
}

const readSession = rowReader({
  id: integer,
  key: text,
  uuid: text,
  agent: text,
  nativeId: textOrNull,
  project: textOrNull,
  repository: textOrNull,
  title: textOrNull,
});
const readRow = rowReader({
  event: integer,
  path: text,
  kind: integer,
  lines: bytes,
  time: integer,
  flags: integer,
  session: integer,
});
const readPath = rowReader({ id: integer, text });
const readWriting = rowReader({ session: integer, path: integer, time: integer, flags: integer });

export function gitSessions(sql: Sql): GitSession[] {
  const rows = sql.all(
    `SELECT id, key, uuid, agent, native_id AS nativeId, project, repository, coalesce(title, first_words) AS title FROM session`,
  );
  return rows.map(readSession);
}

const SELECTED = `SELECT w.event_id AS event, p.text AS path, w.kind, w.lines, e.time, e.flags, r.session_id AS session
  FROM written w CROSS JOIN event e ON e.id = w.event_id CROSS JOIN path p ON p.id = w.path_id
    CROSS JOIN run r ON r.first = (SELECT max(first) FROM run WHERE first <= w.event_id)`;

const timed = (time: number, flags: number): number | null =>
  (flags & FLAGS.inferredTime) === 0 && time > 0 ? time : null;

const writtenRow = (row: SqlRow): WrittenRow => {
  const { kind, flags, ...facts } = readRow(row);
  return { ...facts, time: timed(facts.time, flags), kind: KINDS[kind - 1] ?? 'edit' };
};

/** What was written into files of these numbers, by any session. */
export const writtenInto = (sql: Sql, paths: readonly number[]): WrittenRow[] =>
  sql.all(`${SELECTED} WHERE w.path_id IN (SELECT value FROM json_each(?))`, JSON.stringify(paths)).map(writtenRow);

/** What these events wrote, in whichever files. */
export const writtenAt = (sql: Sql, events: readonly number[]): WrittenRow[] =>
  sql.all(`${SELECTED} WHERE w.event_id IN (SELECT value FROM json_each(?))`, JSON.stringify(events)).map(writtenRow);

/** Files that anything was written into, with their numbers. */
export const writtenPaths = (sql: Sql): { id: number; text: string }[] =>
  sql
    .allInOne(['id', 'text'], 'SELECT id, text FROM path p WHERE EXISTS (SELECT 1 FROM written WHERE path_id = p.id)')
    .map(readPath);

const OF_SESSIONS = `FROM run r CROSS JOIN written w ON w.event_id BETWEEN r.first AND r.first + r.count - 1
  WHERE r.session_id IN (SELECT value FROM json_each(?))`;

/** Who wrote when into which file, without what: for very many rows at once. */
export function* writingsOf(sql: Sql, sessions: readonly number[]): Iterable<Writing> {
  const columns = ['session', 'path', 'time', 'flags'];
  const rows = (some: readonly number[]) =>
    sql.allInOne(
      columns,
      `SELECT r.session_id AS session, w.path_id AS path,
         (SELECT time FROM event WHERE id = w.event_id) AS time, (SELECT flags FROM event WHERE id = w.event_id) AS flags
       ${OF_SESSIONS}`,
      JSON.stringify(some),
    );
  for (const some of pieces(sessions)) {
    for (const row of rows(some)) {
      const { session, path, time, flags } = readWriting(row);
      yield { session, path, time: timed(time, flags) };
    }
  }
}

export interface Writing {
  readonly session: number;
  /** Number of the file. */
  readonly path: number;
  readonly time: number | null;
}

export interface WrittenLines {
  readonly event: number;
  readonly lines: Uint8Array;
}

/** All that the sessions wrote, packed. Rows one by one take six times as long as all of them in one text. */
export function linesWritten(sql: Sql, sessions: readonly number[]): WrittenLines[] {
  const found: WrittenLines[] = [];
  for (const some of pieces(sessions)) {
    const packed = sql.get(
      `SELECT group_concat(w.event_id || ':' || hex(w.lines), ' ') AS packed ${OF_SESSIONS}`,
      JSON.stringify(some),
    )?.['packed'];
    for (const row of typeof packed === 'string' ? packed.split(' ') : []) {
      const at = row.indexOf(':');
      found.push({ event: Number(row.slice(0, at)), lines: Buffer.from(row.slice(at + 1), 'hex') });
    }
  }
  return found;
}

/** Sessions that are asked about at once: what they wrote is one text. */
const PIECE = 100;

function* pieces(sessions: readonly number[]): Iterable<readonly number[]> {
  for (let at = 0; at < sessions.length; at += PIECE) yield sessions.slice(at, at + PIECE);
}

/** Which sessions wrote below a folder, whatever their own folder is. */
export function sessionsWritingBelow(sql: Sql, folder: string): number[] {
  const rows = sql.all(
    `SELECT DISTINCT (SELECT session_id FROM run WHERE first <= w.event_id ORDER BY first DESC LIMIT 1) AS id
     FROM path p CROSS JOIN written w ON w.path_id = p.id WHERE p.text >= ?1 || '/' AND p.text < ?1 || '0'`,
    folder,
  );
  return rows.map(idOf);
}

/** Files that a session wrote into. */
export const pathsWrittenBy = (sql: Sql, session: number): string[] =>
  sql
    .all(
      `SELECT DISTINCT w.path_id AS id, p.text ${OF_SESSIONS.replace('WHERE', 'JOIN path p ON p.id = w.path_id WHERE')}`,
      JSON.stringify([session]),
    )
    .map((row) => readPath(row).text);

export interface RanRow extends ChangingCommand {
  readonly event: number;
  readonly session: number;
  readonly time: number | null;
}

const readRan = rowReader({ event: integer, kind: integer, text, time: integer, flags: integer, session: integer });

/** Commands of these sessions, in order. */
export function ranIn(sql: Sql, sessions: readonly number[]): RanRow[] {
  const rows = sql.all(
    `SELECT n.event_id AS event, n.kind, n.text, e.time, e.flags, r.session_id AS session
     FROM run r CROSS JOIN ran n ON n.event_id BETWEEN r.first AND r.first + r.count - 1
       CROSS JOIN event e ON e.id = n.event_id
     WHERE r.session_id IN (SELECT value FROM json_each(?)) ORDER BY n.event_id`,
    JSON.stringify(sessions),
  );
  return rows.map(readRan).map(({ event, session, kind, text: command, time, flags }) => ({
    event,
    session,
    time: timed(time, flags),
    kind: COMMANDS[kind - 1] ?? 'generate',
    text: command,
  }));
}

const readAbout = rowReader({ id: integer, key: text, model: textOrNull });

/** Key and model of events; a call that names no model has that of the response before it. */
export function eventsAbout(sql: Sql, numbers: Iterable<number>): Map<number, { key: string; model: string | null }> {
  const rows = sql.all(
    `SELECT e.id, e.key, coalesce((SELECT text FROM name WHERE id = e.model), (
       SELECT n.text FROM run r JOIN event b ON b.id BETWEEN r.first AND e.id JOIN name n ON n.id = b.model
       WHERE r.first = (SELECT max(first) FROM run WHERE first <= e.id) ORDER BY b.id DESC LIMIT 1)) AS model
     FROM event e WHERE e.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...numbers]),
  );
  return new Map(rows.map(readAbout).map(({ id, key, model }) => [id, { key, model }]));
}

const readAsked = rowReader({ key: text, message: integer });

/** The last message of the user before each event, in the session's order. */
export function userMessageBefore(sql: Sql, numbers: readonly number[]): { key: string; message: number }[] {
  const rows = sql.all(
    `SELECT e.key, (
       SELECT m.id FROM run o CROSS JOIN run r ON r.session_id = o.session_id AND r.first <= e.id
         CROSS JOIN event m ON m.id BETWEEN r.first AND min(e.id, r.first + r.count - 1)
       WHERE o.first = (SELECT max(first) FROM run WHERE first <= e.id)
         AND m.type = (SELECT id FROM name WHERE text = 'user_message') AND m.flags & ${FLAGS.modelOnly} = 0
       ORDER BY m.id DESC LIMIT 1) AS message
     FROM event e WHERE e.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(numbers),
  );
  return rows.filter((row) => row['message'] !== null).map(readAsked);
}
