/** The sessions that a query allows, in the order in which something last happened in them. */

import type { Query } from '@hansard/core/query/query.ts';
import { idOf } from '../../database/columns.ts';
import type { Sql } from '../../database/sql.ts';
import type { Condition } from './condition.ts';
import { sessionFilter } from './session-filter.ts';

const PAGE = 200;

export class SessionSet {
  readonly condition: Condition;
  /** Nothing is asked of sessions. */
  readonly isAll: boolean;
  readonly #sql: Sql;

  constructor(sql: Sql, query: Query) {
    this.#sql = sql;
    this.condition = sessionFilter(query);
    this.isAll = this.condition.where === 'true';
  }

  /** Those of the list that are allowed, the latest first. */
  among(ids: readonly number[]): number[] {
    return this.#ids('session.id IN (SELECT value FROM json_each(?))', [JSON.stringify(ids)], -1);
  }

  /** All, when they are no more than `limit`. */
  few(limit: number): number[] | undefined {
    const ids = this.#ids('true', [], limit + 1);
    return ids.length > limit ? undefined : ids;
  }

  /** All of them, the latest first. */
  *latest(): Iterable<number> {
    for (let offset = 0; ; offset += PAGE) {
      const ids = this.#ids('true', [], PAGE, offset);
      yield* ids;
      if (ids.length < PAGE) return;
    }
  }

  #ids(where: string, parameters: readonly string[], limit: number, offset = 0): number[] {
    const statement = this.#sql.connection.prepare(
      `SELECT session.id FROM session WHERE (${this.condition.where}) AND ${where}
       ORDER BY session.ended DESC, session.id DESC LIMIT ? OFFSET ?`,
    );
    return statement.all(...this.condition.parameters, ...parameters, limit, offset).map(idOf);
  }
}
