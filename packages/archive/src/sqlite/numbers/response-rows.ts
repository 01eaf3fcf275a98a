/** Every response that counts, in the order of time. */
import type { NumbersSelection, ResponseRow } from '@hansard/core/store/numbers.ts';
import { integer, rowReader } from '../../database/row-shape.ts';
import { OWN } from '../usage/ownership.ts';
import { IS_SUM } from '../usage/total-keys.ts';
import { REQUEST } from '../usage/usage-sums.ts';
import type { NumbersSql } from './numbers-sql.ts';
import { inSessions } from './selection.ts';
import { bucketsOf } from './usage-rows.ts';

const COLUMNS = {
  time: integer,
  model: integer,
  responses: integer,
  input: integer,
  output: integer,
  cache_read: integer,
  cache_write_5m: integer,
  cache_write_1h: integer,
  reasoning: integer,
  largest: integer,
};
const readRow = rowReader(COLUMNS);

export function* responseRows(
  numbers: NumbersSql,
  request: Pick<NumbersSelection, 'query' | 'sessions'>,
): Generator<ResponseRow> {
  numbers.models();
  const selection = numbers.selectionOf(request);
  const { where, parameters } = selection.usage('model', 'subagent');
  const rows = numbers.sql.all(
    `SELECT time, coalesce(model, 0) AS model, NOT ${IS_SUM} AS responses,
       input, output, cache_read, cache_write_5m, cache_write_1h, reasoning, ${REQUEST} AS largest
     FROM usage WHERE time > 0 AND own = ${OWN.here} AND ${inSessions('session_id', selection)}
       AND ${where} ORDER BY time`,
    ...selection.sessions.parameters,
    ...parameters,
  );
  for (const { time, model, responses, largest, ...tokens } of rows.map(readRow)) {
    yield {
      time,
      model: numbers.modelOf(model),
      responses,
      largest,
      request: largest,
      tokens: bucketsOf(tokens),
    };
  }
}
