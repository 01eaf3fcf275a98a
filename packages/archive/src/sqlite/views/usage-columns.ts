/** What counts in a session, response by response, in columns. */
import type { UsageColumns } from '@hansard/core/store/views.ts';
import { integer, integers, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { OWN } from '../usage/ownership.ts';
import { REQUEST } from '../usage/usage-sums.ts';

const COLUMNS = {
  seq: 'r.seq + u.event_id - r.first',
  model: 'coalesce(u.model, 0)',
  time: 'u.time',
  request: REQUEST,
  input: 'u.input',
  output: 'u.output',
  cache_read: 'u.cache_read',
  cache_write_5m: 'u.cache_write_5m',
  cache_write_1h: 'u.cache_write_1h',
  reasoning: 'u.reasoning',
};

const readColumns = rowReader({
  seq: integers,
  model: integers,
  time: integers,
  request: integers,
  input: integers,
  output: integers,
  cache_read: integers,
  cache_write_5m: integers,
  cache_write_1h: integers,
  reasoning: integers,
});
const readName = rowReader({ id: integer, text });

export function usageColumns(sql: Sql, sessionId: number): UsageColumns {
  const lists = Object.entries(COLUMNS).map(([name, column]) => `json_group_array(${column}) AS ${name}`);
  const row = sql.get(
    `SELECT ${lists.join(', ')}
     FROM run r CROSS JOIN usage u INDEXED BY usage_event ON u.event_id BETWEEN r.first AND r.first + r.count - 1
     WHERE r.session_id = ?1 AND u.session_id = ?1 AND u.own = ${OWN.here}`,
    sessionId,
  );
  const { seq, model, time, request, ...tokens } = readColumns(row ?? {});
  const names = namesOf(sql, model);
  return {
    logSeq: seq,
    model: model.map((id) => names.get(id) ?? ''),
    time,
    request,
    tokens: {
      input: tokens.input,
      output: tokens.output,
      cacheRead: tokens.cache_read,
      cacheWrite5m: tokens.cache_write_5m,
      cacheWrite1h: tokens.cache_write_1h,
      reasoning: tokens.reasoning,
    },
  };
}

function namesOf(sql: Sql, ids: readonly number[]): Map<number, string> {
  const rows = sql.all(
    'SELECT id, text FROM name WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(ids)]),
  );
  return new Map(rows.map(readName).map(({ id, text: name }) => [id, name]));
}
