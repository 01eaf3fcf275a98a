/** What the statements about numbers share: names by their ids, the span of the data, and what a request selects. */
import { ZoneDays } from '@hansard/core/numbers/zone-days.ts';
import type { NumbersExtent, NumbersSelection, PriceSteps } from '@hansard/core/store/numbers.ts';
import { integer, integerOrNull, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import type { SessionIds } from '../session-ids.ts';
import { StepsSql } from './price-steps-sql.ts';
import { type SelectionSql, selectionSql } from './selection.ts';

const readExtent = rowReader({ sessions: integer, first: integerOrNull, last: integerOrNull });
const readName = rowReader({ id: integer, text });
const readSpan = rowReader({
  used: integerOrNull,
  last_used: integerOrNull,
  begun: integerOrNull,
  ended: integerOrNull,
});

export class NumbersSql {
  readonly sql: Sql;
  readonly ids: SessionIds;
  /** By id; read for each question. */
  #models: ReadonlyMap<number, string> = new Map();

  constructor(sql: Sql, ids: SessionIds) {
    this.sql = sql;
    this.ids = ids;
  }

  /** Every model that anything was used with. */
  models(): readonly string[] {
    const rows = this.sql.all('SELECT id, text FROM name WHERE id IN (SELECT DISTINCT model FROM usage_sum)');
    this.#models = new Map(rows.map(readName).map(({ id, text: name }) => [id, name]));
    return [...this.#models.values()];
  }

  extent(): NumbersExtent {
    const row = this.sql.get(
      `SELECT (SELECT count(DISTINCT session_id) FROM usage_sum) AS sessions,
         (SELECT min(time) FROM usage WHERE time > 0) AS first, (SELECT max(time) FROM usage WHERE time > 0) AS last`,
    );
    return readExtent(row ?? {});
  }

  /** By its id; empty for the one without a name. */
  modelOf(id: number): string {
    return this.#models.get(id) ?? '';
  }

  stepsOf(steps: PriceSteps): StepsSql {
    this.models();
    return new StepsSql(steps, new Map([...this.#models].map(([id, name]) => [name, id])));
  }

  selectionOf(request: NumbersSelection): SelectionSql {
    return selectionSql(this.sql, this.ids, request);
  }

  /** From the first to the last time that anything has. */
  daysOf(timezone: string): ZoneDays {
    const row = this.sql.get(
      `SELECT (SELECT min(time) FROM usage WHERE time > 0) AS used, (SELECT max(time) FROM usage) AS last_used,
         (SELECT min(started) FROM session) AS begun, (SELECT max(ended) FROM session) AS ended`,
    );
    const times = Object.values(readSpan(row ?? {})).filter((time) => time !== null);
    return new ZoneDays(
      timezone,
      ...((times.length === 0 ? [0, 0] : [Math.min(...times), Math.max(...times)]) as [number, number]),
    );
  }

  namesOf(ids: Iterable<number | null>): ReadonlyMap<number | null, string> {
    const rows = this.sql.all(
      'SELECT id, text FROM name WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify([...new Set(ids)].filter((id) => id !== null)),
    );
    return new Map(rows.map(readName).map(({ id, text: name }) => [id, name]));
  }
}
