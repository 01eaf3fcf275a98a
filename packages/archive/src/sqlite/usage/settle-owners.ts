/**
 * Settles who owns the responses that have changed. Nearly all are held by one session and need one look; of the
 * others, everything that has the same id, or the same time, is decided together.
 */

import type { SqlRow } from '@hansard/core';
import { flag, integer, integerOrNull, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { BY_EVENT, decideOwners, type Holding, OWN, type Verdict } from './ownership.ts';
import type { SessionOrder } from './session-order.ts';
import { IS_TOTAL } from './total-keys.ts';

/** A row of usage whose owner may have changed. */
export interface ChangedUsage {
  readonly session: number;
  readonly response: string;
  readonly agent: number;
  readonly time: number;
  readonly inherited: boolean;
  /** What its row says now. */
  readonly own: number;
  readonly inferred: number;
}

/** More with one id, or at one instant, are no copies but noise: only so many of them are looked at. */
const MOST_COPIES = 1000;

const COLUMNS = `session_id, response, agent, model, time, own, inferred, inherited,
  input, output, cache_read, cache_write_5m, cache_write_1h, reasoning`;

interface Row extends Holding, ChangedUsage {}

export class OwnerSettling {
  readonly #sql: Sql;
  readonly #order: SessionOrder;
  readonly #moved: (row: ChangedUsage) => void;

  /** `moved` is told of each row that counts elsewhere than before. */
  constructor(sql: Sql, order: SessionOrder, moved: (row: ChangedUsage) => void) {
    this.#sql = sql;
    this.#order = order;
    this.#moved = moved;
  }

  settle(changed: Iterable<ChangedUsage>): void {
    const settled = new Set<string>();
    for (const row of changed) {
      if (settled.has(keyOf(row))) continue;
      if (!row.inherited && !this.#hasNeighbours(row)) this.#write(row, { own: OWN.here, inferred: 0 });
      else this.#settleTogether(row, settled);
    }
  }

  ofSession(session: number): ChangedUsage[] {
    const rows = this.#sql.all(`SELECT ${COLUMNS} FROM usage WHERE session_id = ? AND NOT ${IS_TOTAL}`, session);
    return rows.map(rowOf);
  }

  #hasNeighbours({ session, response, agent, time }: ChangedUsage): boolean {
    const found = this.#sql.get(
      `SELECT EXISTS (SELECT 1 FROM usage WHERE response = ?1 AND agent = ?2 AND session_id <> ?3)
         OR EXISTS (SELECT 1 FROM usage WHERE time = ?4 AND session_id <> ?3) AS found`,
      response,
      agent,
      session,
      time,
    );
    return found?.['found'] === 1;
  }

  #settleTogether(start: ChangedUsage, settled: Set<string>): void {
    const rows = this.#related(start);
    for (const [row, verdict] of decideOwners(rows, this.#order)) {
      this.#write(row as Row, verdict);
      settled.add(keyOf(row as Row));
    }
  }

  /** Everything that hangs together with a row by ids and times. */
  #related({ session, response, agent, time }: ChangedUsage): Row[] {
    const rows = new Map<string, Row>();
    const seen = new Set<string | number>();
    const waiting: Pick<Row, 'response' | 'time'>[] = [{ response, time }];
    const add = (row: Row) => {
      if (rows.has(keyOf(row))) return;
      rows.set(keyOf(row), row);
      waiting.push(row);
    };
    const itself = this.#row(session, response);
    if (itself) add(itself);
    for (let next = waiting.pop(); next && rows.size < MOST_COPIES; next = waiting.pop()) {
      if (!next.response.startsWith(BY_EVENT) && !seen.has(next.response)) {
        seen.add(next.response);
        for (const row of this.ofResponse(agent, next.response)) add(row);
      }
      if (next.time > 0 && !seen.has(next.time)) {
        seen.add(next.time);
        for (const row of this.at(agent, next.time)) add(row);
      }
    }
    return [...rows.values()];
  }

  #row(session: number, response: string): Row | undefined {
    const row = this.#sql.get(`SELECT ${COLUMNS} FROM usage WHERE session_id = ? AND response = ?`, session, response);
    return row && rowOf(row);
  }

  ofResponse(agent: number, response: string): Row[] {
    const text = `SELECT ${COLUMNS} FROM usage WHERE response = ? AND agent = ? LIMIT ${MOST_COPIES}`;
    return this.#sql.all(text, response, agent).map(rowOf);
  }

  /** What an agent used at an instant. */
  at(agent: number, time: number): Row[] {
    const text = `SELECT ${COLUMNS} FROM usage WHERE time = ? AND agent = ? AND NOT ${IS_TOTAL} LIMIT ${MOST_COPIES}`;
    return this.#sql.all(text, time, agent).map(rowOf);
  }

  #write(row: ChangedUsage, { own, inferred }: Verdict): void {
    if (row.own === own && row.inferred === inferred) return;
    this.#sql.run(
      'UPDATE usage SET own = ?, inferred = ? WHERE session_id = ? AND response = ?',
      own,
      inferred,
      row.session,
      row.response,
    );
    this.#moved(row);
  }
}

const keyOf = ({ session, response }: Pick<ChangedUsage, 'session' | 'response'>): string => `${session} ${response}`;

const readHolding = rowReader({
  session_id: integer,
  response: text,
  agent: integer,
  model: integerOrNull,
  time: integer,
  own: integer,
  inferred: integer,
  inherited: flag,
  input: integer,
  output: integer,
  cache_read: integer,
  cache_write_5m: integer,
  cache_write_1h: integer,
  reasoning: integer,
});

function rowOf(row: SqlRow): Row {
  const { session_id: session, response, agent, model, time, own, inferred, inherited, ...tokens } = readHolding(row);
  const numbers = Object.values(tokens);
  const tells = time > 0 && numbers.some((number) => number > 0);
  const print = tells ? [time, model ?? '', ...numbers].join(' ') : undefined;
  return { session, response, agent, time, inherited, own, inferred, print };
}
