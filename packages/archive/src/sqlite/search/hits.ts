/**
 * The events that a query finds, by their numbers. Numbers rise with time and a session's lie in few runs. The index
 * gives hits in the order of numbers at a fraction of a microsecond each, but takes up to a fifth of a millisecond to
 * get to a place in the list of a word that is everywhere: many hits in one go are cheaper than a few here and there.
 */

import type { SqlValue } from '@hansard/core';
import type { Query } from '@hansard/core/query/query.ts';
import type { Count } from '@hansard/core/store/search.ts';
import { countIn, firstOf, idOf } from '../../database/columns.ts';
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { SqliteStatement } from '../../host/sqlite-module.ts';
import { type Condition, condition, isOneOf } from './condition.ts';
import { eventFilter, passing, pathIds } from './event-filter.ts';
import { matchExpression } from './match.ts';

export interface Hit {
  readonly number: number;
  readonly sessionId: number;
}

const HIT = { number: integer, sessionId: integer };
export const readHit = rowReader(HIT);
const readCounted = rowReader({ ...HIT, count: integer });
const readHits = rowReader({ session: integer, numbers: text });
/** The numbers of a run. */
export const readStretch = rowReader({ first: integer, count: integer });

/** Where numbers come from: `h` and, where events have to pass a filter, `e`. */
interface Source {
  readonly from: string;
  readonly id: string;
  readonly matches: Condition;
  readonly passes: Condition | undefined;
}

/** The run that a number is in, which tells its session. */
export const runOf = (number: string): string => `r.first = (SELECT max(first) FROM run WHERE first <= ${number})`;
/** Hits of one session that are counted. */
const COUNTED = 100;
/** So many are looked at one by one. */
const SOME = 50;
/** A first look at the end of a run; further ones are eight times as wide. */
const WINDOW = 16;

export class Hits {
  /** The expression for the index, when there are words. */
  readonly match: string | undefined;
  readonly source: Source | undefined;
  /** Only words are asked for, so that the next hit is rarely far. */
  readonly isPlain: boolean;
  /** Some word only begins as asked. */
  readonly hasPrefix: boolean;
  readonly #sql: Sql;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(sql: Sql, query: Query) {
    this.#sql = sql;
    this.match = matchExpression(query.text);
    this.hasPrefix = this.match?.includes('" *') ?? false;
    this.source = sourceOf(sql, query, this.match);
    this.isPlain = this.match !== undefined && eventFilter(sql, query) === undefined;
  }

  /** All hits, newest first, with their sessions; undefined when there are more than `limit` before filters. */
  few(limit: number): Hit[] | undefined {
    const source = this.source as Source;
    if (source.from === EVENTS) return undefined;
    const { from, id, matches } = source;
    const raw = `SELECT ${id} AS id FROM ${from} WHERE ${matches.where}`;
    const counted = this.#get(`SELECT count(*) AS n FROM (${raw} LIMIT ?)`, ...matches.parameters, limit + 1);
    if (countIn(counted ?? {}) > limit) return undefined;
    const rows = this.#all(
      `SELECT i.id AS number, r.session_id AS sessionId FROM (${this.select(['true'])}) i
       CROSS JOIN run r ON ${runOf('i.id')} ORDER BY i.id DESC`,
      ...this.parameters,
    );
    return rows.map(readHit);
  }

  /** The newest hits of all, by session. A row for each hit would take longer than finding them. */
  latest(limit: number): Map<number, number[]> {
    const rows = this.#all(
      `SELECT r.session_id AS session, group_concat(i.id) AS numbers
       FROM (${this.select(['true'])} ORDER BY 1 DESC LIMIT ?) i CROSS JOIN run r ON ${runOf('i.id')} GROUP BY 1`,
      ...this.parameters,
      limit,
    );
    return new Map(rows.map(readHits).map(({ session, numbers }) => [session, newestFirst(numbers)]));
  }

  /**
   * The last hits of each session, newest first, among the newest `limit` hits of all, found in one go. For what the
   * index has to gather anew for every range: words that only begin as asked.
   */
  lastOfEach(limit: number, each: number): (Hit & { readonly count: number })[] {
    const rows = this.#all(
      `SELECT number, sessionId, count FROM (
         SELECT i.id AS number, r.session_id AS sessionId, count(*) OVER session AS count,
           row_number() OVER (session ORDER BY i.id DESC) AS nth
         FROM (${this.select(['true'])} ORDER BY 1 DESC LIMIT ?) i CROSS JOIN run r ON ${runOf('i.id')}
         WINDOW session AS (PARTITION BY r.session_id))
       WHERE nth <= ? ORDER BY number DESC`,
      ...this.parameters,
      limit,
      each,
    );
    return rows.map(readCounted);
  }

  /** The newest hit with a number below this one. */
  below(number: number): Hit | undefined {
    const row = this.#get(
      `SELECT i.id AS number, r.session_id AS sessionId
       FROM (${this.select([`${this.source?.id} < ?`])} ORDER BY 1 DESC LIMIT 1) i
       CROSS JOIN run r ON ${runOf('i.id')}`,
      ...this.parameters,
      number,
    );
    return row && readHit(row);
  }

  /** The lowest number of a session's events. */
  lowest(sessionId: number): number {
    return firstOf(this.#sql.get('SELECT min(first) AS first FROM run WHERE session_id = ?', sessionId) ?? {});
  }

  /** The first number of the run that a number is in. */
  runStart(number: number): number {
    return firstOf(this.#sql.get('SELECT max(first) AS first FROM run WHERE first <= ?', number) ?? {});
  }

  /** The newest hits of a session, and how many it has; none when it has none. */
  ofSession(sessionId: number, limit: number): { readonly numbers: number[]; readonly count: Count } {
    const count = this.count(sessionId);
    if (count.number > SOME) return { numbers: this.#newest(sessionId, limit), count };
    const rows = count.number > 0 ? this.#all(this.#inSession(), ...this.#sessionParameters(sessionId)) : [];
    const numbers = rows.map(idOf).sort((a, b) => b - a);
    return { numbers: numbers.slice(0, limit), count };
  }

  /** How many hits a session has, as far as they are counted. */
  count(sessionId: number): Count {
    const parameters = this.#sessionParameters(sessionId);
    const row = this.#get(`SELECT count(*) AS n FROM (${this.#inSession()} LIMIT ?)`, ...parameters, COUNTED + 1);
    const number = countIn(row ?? {});
    return number > COUNTED ? { number: COUNTED, exact: false } : { number, exact: true };
  }

  /** The statement for numbers that fulfil all conditions; its parameters come before those of the conditions. */
  select(conditions: readonly string[]): string {
    const { from, id, matches, passes } = this.source as Source;
    const join = passes && from !== EVENTS ? ` CROSS JOIN event e ON e.id = ${id}` : '';
    const where = [matches.where, ...(passes ? [passes.where] : []), ...conditions];
    return `${this.#selectIds} FROM ${from}${join} WHERE ${where.map((one) => `(${one})`).join(' AND ')}`;
  }

  get parameters(): SqlValue[] {
    const { matches, passes } = this.source as Source;
    return [...matches.parameters, ...(passes?.parameters ?? [])];
  }

  /** One event may touch several of the files. */
  get #selectIds(): string {
    const { from, id } = this.source as Source;
    return `SELECT ${from === 'touch h' ? 'DISTINCT ' : ''}${id} AS id`;
  }

  /** From the end of the last run backwards, in ever wider steps. */
  #newest(sessionId: number, limit: number): number[] {
    const found: number[] = [];
    const runs = this.#sql.all('SELECT first, count FROM run WHERE session_id = ? ORDER BY first DESC', sessionId);
    for (const { first, count } of runs.map(readStretch)) {
      for (let end = first + count, width = WINDOW; end > first && found.length < limit; width *= 8) {
        const start = Math.max(first, end - width);
        const numbers = this.#between(start, end - 1);
        found.push(...numbers.reverse().slice(0, limit - found.length));
        end = start;
      }
      if (found.length >= limit) break;
    }
    return found;
  }

  #between(first: number, last: number): number[] {
    const rows = this.#all(
      `${this.select([`${this.source?.id} BETWEEN ? AND ?`])} ORDER BY 1`,
      ...this.parameters,
      first,
      last,
    );
    return rows.map(idOf);
  }

  #inSession(): string {
    const { from, id, matches, passes } = this.source as Source;
    const join = passes && from !== EVENTS ? ` CROSS JOIN event e ON e.id = ${id}` : '';
    const where = [`${id} BETWEEN q.first AND q.first + q.count - 1`, matches.where, ...(passes ? [passes.where] : [])];
    const all = where.map((one) => `(${one})`).join(' AND ');
    const runs = '(SELECT first, count FROM run WHERE session_id = ?) q';
    return `${this.#selectIds} FROM ${runs} CROSS JOIN ${from}${join} WHERE ${all}`;
  }

  #sessionParameters(sessionId: number): SqlValue[] {
    return [sessionId, ...this.parameters];
  }

  #get(text: string, ...parameters: SqlValue[]) {
    return this.prepare(text).get(...parameters);
  }

  #all(text: string, ...parameters: SqlValue[]) {
    return this.prepare(text).all(...parameters);
  }

  /** Prepared for this query only: what users type makes statements without end. */
  prepare(text: string): SqliteStatement {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#sql.connection.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }
}

const EVENTS = 'event e';

const newestFirst = (list: string): number[] =>
  list
    .split(',')
    .map(Number)
    .sort((a, b) => b - a);

/** Words are found by the index, files by the list of what was touched; other filters look at every event. */
function sourceOf(sql: Sql, query: Query, match: string | undefined): Source | undefined {
  const passes = passing(sql, query);
  if (match !== undefined) {
    return { from: 'event_text h', id: 'h.rowid', matches: condition('h.event_text MATCH ?', match), passes };
  }
  if (!passes || !eventFilter(sql, query)) return undefined;
  const file = query.filters.find((filter) => filter.name === 'file' && !filter.excluded);
  if (file?.name !== 'file') return { from: EVENTS, id: 'e.id', matches: condition('true'), passes };
  return { from: 'touch h', id: 'h.event_id', matches: isOneOf('h.path_id', pathIds(sql, file.texts)), passes };
}
