/**
 * Finds the session that somebody means: by its number in the archive (`#12`), its number in the last list, the path
 * of one of its files, or the beginning of its id or of the agent's id for it. What fits several is never guessed.
 */
import { resolve } from 'node:path';
import { Failure, neutraliseLine, type SqlRow } from '@hansard/core';
import type { Sql } from '../../database/sql.ts';
import { sessionRow } from '../tables.ts';
import { sessionsBeginning, sessionsCalled } from './find-sessions.ts';

export interface SessionFound {
  /** Its number in the archive. */
  readonly id: number;
  readonly key: string;
  readonly uuid: string;
  readonly agent: string;
  readonly machine: number;
  readonly nativeId: string | null;
  readonly title: string | null;
  readonly firstWords: string | null;
  readonly project: string | null;
  /** Milliseconds since 1970. */
  readonly started: number | null;
  readonly ended: number | null;
}

export interface FindSessionOptions {
  /** Ids of the sessions in the list that the user saw last, in its order; undefined if there was none. */
  readonly listed?: readonly string[] | undefined;
}

/** Ids and numbers that a session had before it turned out to be another: to be closed with a condition on them. */
const ALIASED = 'key IN (SELECT session_key FROM session_alias';
const SHOWN = 10;
const SUGGESTED = 3;

export function findSession(archive: { sql: Sql }, selector: string, options: FindSessionOptions = {}): SessionFound {
  const wanted = selector.trim();
  const found = matches(archive.sql, wanted, options.listed ?? []);
  if (found.length === 1) return found[0] as SessionFound;
  if (found.length === 0) throw unknown(archive.sql, wanted, options.listed);
  throw ambiguous(wanted, found);
}

/** A line that tells sessions apart, for messages. */
export function sessionLine({ id, uuid, agent, title, firstWords }: SessionFound): string {
  return neutraliseLine(`#${id}  ${uuid.slice(0, 8)}  ${agent}  ${(title ?? firstWords ?? '').slice(0, 60)}`).trimEnd();
}

export function sessionByUuid({ sql }: { sql: Sql }, uuid: string): SessionFound | undefined {
  return rows(sql, `uuid = ?1 OR ${ALIASED} WHERE uuid = ?1)`, uuid)[0];
}

export function sessionById({ sql }: { sql: Sql }, id: number): SessionFound | undefined {
  return rows(sql, 'id = ?', id)[0];
}

export function sessionByKey({ sql }: { sql: Sql }, key: string): SessionFound | undefined {
  return rows(sql, 'key = ?', key)[0];
}

/** The sessions of an agent in a project's folder. */
export function sessionsWhere(
  { sql }: { sql: Sql },
  { agent, project }: { agent: string; project?: string },
): SessionFound[] {
  if (project === undefined) return rows(sql, 'agent = ?', agent);
  return rows(sql, 'agent = ? AND project = ?', agent, project);
}

function matches(sql: Sql, wanted: string, listed: readonly string[]): SessionFound[] {
  if (wanted === '') return [];
  if (/^#\d{1,15}$/.test(wanted)) return rows(sql, `id = ?1 OR ${ALIASED} WHERE number = ?1)`, Number(wanted.slice(1)));
  const uuid = /^\d{1,6}$/.test(wanted) ? listed[Number(wanted) - 1] : undefined;
  if (uuid !== undefined) return rows(sql, `uuid = ?1 OR ${ALIASED} WHERE uuid = ?1)`, uuid);
  const named = (ids: readonly string[]) => ids.flatMap((id) => rows(sql, 'uuid = ?', id));
  const exact = named(sessionsCalled(sql, wanted));
  if (exact.length > 0) return exact;
  const atPath = ofFile(sql, resolve(wanted));
  return atPath.length > 0 ? atPath : named(sessionsBeginning(sql, wanted));
}

/** A database holds many sessions, a log one; of two machines, either may have had a file of that name. */
function ofFile(sql: Sql, path: string): SessionFound[] {
  return rows(
    sql,
    'id IN (SELECT t.session_id FROM thread t JOIN input i ON i.id = t.input_id WHERE i.path = ?)',
    path,
  );
}

function rows(sql: Sql, condition: string, ...parameters: (string | number)[]): SessionFound[] {
  return sql
    .all(
      `SELECT id, key, uuid, agent, machine_id, native_id, title, first_words, project, started, ended
       FROM session WHERE ${condition} ORDER BY ended DESC, id DESC`,
      ...parameters,
    )
    .map(toSession);
}

function toSession(row: SqlRow): SessionFound {
  const { machine_id: machine, native_id: nativeId, first_words: firstWords, ...same } = sessionRow(row);
  return { ...same, machine, nativeId, firstWords };
}

function ambiguous(wanted: string, found: readonly SessionFound[]): Failure {
  const more = found.length > SHOWN ? `\n  … and ${found.length - SHOWN} more` : '';
  const lines = found.slice(0, SHOWN).map((session) => `  ${sessionLine(session)}`);
  return new Failure('ambiguous-session', `"${wanted}" fits several sessions:\n${lines.join('\n')}${more}`);
}

function unknown(sql: Sql, wanted: string, listed: readonly string[] | undefined): Failure {
  if (/^\d{1,3}$/.test(wanted)) {
    return new Failure('unknown-session', noSuchNumber(wanted, listed));
  }
  const like = suggestions(sql, wanted).map((session) => `  ${sessionLine(session)}`);
  const hint = like.length > 0 ? `\nDid you mean one of these?\n${like.join('\n')}` : '';
  return new Failure('unknown-session', `No session in the archive is called "${wanted}".${hint}`);
}

function noSuchNumber(wanted: string, listed: readonly string[] | undefined): string {
  if (listed === undefined) return `No list was shown yet that ${wanted} could be a number in.`;
  if (listed.length === 0) return `The list is empty; there is no number ${wanted}.`;
  return Number(wanted) >= 1 && Number(wanted) <= listed.length
    ? `Session ${wanted} of the last list is no longer in the archive.`
    : `The list ends with ${listed.length}; there is no number ${wanted}.`;
}

/** Sessions whose words have what was given, else the newest. */
function suggestions(sql: Sql, wanted: string): SessionFound[] {
  const like = rows(
    sql,
    'instr(lower(coalesce(title, first_words, native_id)), ?1) > 0 OR instr(lower(project), ?1) > 0',
    wanted.toLowerCase(),
  );
  return (like.length > 0 && wanted !== '' ? like : rows(sql, '1')).slice(0, SUGGESTED);
}
