/**
 * What was used, from the sums where they are fine enough, else from the rows of usage: when a time that was asked for is
 * inside a quarter of an hour, or a price changes where sums do not.
 */
import type { SqlValue } from '@hansard/core';
import type { UsageRequest, UsageRow } from '@hansard/core/store/numbers.ts';
import { flag, integer, integerOrNull, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import { OWN } from '../usage/ownership.ts';
import { IS_SUM } from '../usage/total-keys.ts';
import { REQUEST, SLOT_MS, sizeOf } from '../usage/usage-sums.ts';
import { dayExpression } from '../zone-sql.ts';
import type { NumbersSql } from './numbers-sql.ts';
import type { StepsSql } from './price-steps-sql.ts';
import { inSessions, type SelectionSql } from './selection.ts';

const TOKENS = ['input', 'output', 'cache_read', 'cache_write_5m', 'cache_write_1h', 'reasoning'] as const;
/** Sums stay numbers that JavaScript can hold, whatever logs say. */
const sumOf = (name: string) => `min(sum(${name}), ${Number.MAX_SAFE_INTEGER}) AS ${name}`;

const TOKEN_COLUMNS = {
  input: integer,
  output: integer,
  cache_read: integer,
  cache_write_5m: integer,
  cache_write_1h: integer,
  reasoning: integer,
};

const readRow = rowReader({
  day: integerOrNull,
  session: integer,
  agent: text,
  project: textOrNull,
  model: integer,
  size: integer,
  subagent: flag,
  own: integer,
  time: integer,
  responses: integer,
  largest: integer,
  ...TOKEN_COLUMNS,
});

export function* usageRows(numbers: NumbersSql, request: UsageRequest): Generator<UsageRow> {
  const steps = numbers.stepsOf(request.steps);
  const { text: statement, parameters } = statementOf(numbers, request, steps);
  const ids = request.by.has('session') ? numbers.ids.all() : undefined;
  for (const row of numbers.sql.all(statement, ...parameters)) {
    const { day, session, agent, project, model, size, subagent, own, time, responses, largest, ...tokens } =
      readRow(row);
    yield {
      day,
      session: ids?.get(session) ?? '',
      agent,
      project,
      model: numbers.modelOf(model),
      subagent,
      inherited: own !== OWN.here,
      time,
      request: steps.requestOf(size),
      responses,
      tokens: bucketsOf(tokens),
      largest,
    };
  }
}

type TokenRow = Readonly<Record<keyof typeof TOKEN_COLUMNS, number>>;

export const bucketsOf = (row: TokenRow): UsageRow['tokens'] => ({
  input: row.input,
  output: row.output,
  cacheRead: row.cache_read,
  cacheWrite5m: row.cache_write_5m,
  cacheWrite1h: row.cache_write_1h,
  reasoning: row.reasoning,
});

function statementOf(numbers: NumbersSql, request: UsageRequest, steps: StepsSql) {
  const { by } = request;
  const selection = numbers.selectionOf(request);
  const source = sourceOf(selection, steps);
  const columns = [
    by.has('day') ? dayExpression(numbers.daysOf(request.timezone), 'time') : 'NULL',
    by.has('session') ? 'u.session_id' : '0',
    by.has('agent') ? 's.agent' : "''",
    by.has('project') ? 's.project' : 'NULL',
    'u.model',
    'u.size',
    'u.subagent',
    'u.own',
    steps.timeClass('u.model', 'time'),
  ];
  const names = ['day', 'session', 'agent', 'project', 'model', 'size', 'subagent', 'own', 'price'];
  const usage = selection.usage('u.model', 'u.subagent');
  const ofSession = by.has('agent') || by.has('project');
  return {
    text: `SELECT ${columns.map((column, n) => `${column} AS ${names[n]}`).join(', ')}, min(time) AS time,
        ${sumOf('responses')}, ${TOKENS.map(sumOf).join(', ')}, max(largest) AS largest
      FROM (${source.text}) u ${ofSession ? 'JOIN session s ON s.id = u.session_id' : ''}
      WHERE ${inSessions('u.session_id', selection)} AND ${usage.where}
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
    parameters: [...source.parameters, ...selection.sessions.parameters, ...usage.parameters],
  };
}

/** Rows with the columns of sums, and `time`. */
function sourceOf({ since, until }: SelectionSql, steps: StepsSql): { text: string; parameters: SqlValue[] } {
  const last = Math.min(until, Number.MAX_SAFE_INTEGER);
  const fits = steps.fitSums && since % SLOT_MS === 0 && (until === Number.POSITIVE_INFINITY || until % SLOT_MS === 0);
  if (fits) {
    return {
      text: `SELECT *, slot * ${SLOT_MS} AS time FROM usage_sum WHERE slot >= ? AND slot < ? AND own <> ${OWN.repeated}`,
      parameters: [since / SLOT_MS, Math.ceil(last / SLOT_MS)],
    };
  }
  return {
    text: `SELECT session_id, coalesce(model, 0) AS model, ${sizeOf(steps.sizes)} AS size, subagent, own,
        NOT ${IS_SUM} AS responses, ${TOKENS.join(', ')}, ${REQUEST} AS largest, time
      FROM usage WHERE time >= ? AND time < ? AND own <> ${OWN.repeated}`,
    parameters: [since, last],
  };
}
