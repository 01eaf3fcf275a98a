/**
 * Reads what was used, from the sums where they are fine enough, else from the rows of usage: when a time that was
 * asked for is inside a quarter of an hour, or a price changes where sums do not.
 */
import type { SqlRow, SqlValue } from '@hansard/core';
import type { Sql } from '../database/sql.ts';
import { addUse, type Grouping, type Groups } from './groups.ts';
import { OWN } from './ownership.ts';
import type { PriceClasses } from './price-classes.ts';
import { inSessions, type SelectionSql } from './selection.ts';
import { IS_TOTAL } from './total-keys.ts';
import { REQUEST, SLOT_MS, sizeOf } from './usage-sums.ts';
import type { ZoneDays } from './zone-days.ts';

export interface SpendingOptions {
  readonly groups: Groups;
  readonly selection: SelectionSql;
  readonly classes: PriceClasses;
  readonly days: ZoneDays;
  /** Whether sessions are counted in each group. */
  readonly sessions: boolean;
}

const OF_TIME: ReadonlySet<Grouping> = new Set(['day', 'week', 'month']);
const TOKENS = ['input', 'output', 'cache_read', 'cache_write_5m', 'cache_write_1h', 'reasoning'] as const;
/** Sums stay numbers that JavaScript can hold, whatever logs say. */
const sumOf = (name: string) => `min(sum(${name}), ${Number.MAX_SAFE_INTEGER}) AS ${name}`;

export function readSpending(sql: Sql, options: SpendingOptions): void {
  const { text, parameters } = statementOf(options);
  for (const row of sql.all(text, ...parameters)) addRow(row, options);
}

function statementOf({ groups, selection, classes, days, sessions }: SpendingOptions) {
  const { by } = groups;
  const bySession = sessions || by.includes('session');
  const ofSession = by.includes('agent') || by.includes('project');
  const source = sourceOf(selection, classes);
  const columns = [
    by.some((grouping) => OF_TIME.has(grouping)) ? days.dayExpression('time') : 'NULL',
    bySession ? 'u.session_id' : '0',
    by.includes('agent') ? 's.agent' : "''",
    by.includes('project') ? 's.project' : 'NULL',
    'u.model',
    'u.size',
    'u.subagent',
    'u.own',
    classes.timeClass('u.model', 'time'),
  ];
  const names = ['day', 'session', 'agent', 'project', 'model', 'size', 'subagent', 'own', 'price'];
  const usage = selection.usage('u.model', 'u.subagent');
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
function sourceOf({ since, until }: SelectionSql, classes: PriceClasses): { text: string; parameters: SqlValue[] } {
  const last = Math.min(until, Number.MAX_SAFE_INTEGER);
  const fits =
    classes.fitSums && since % SLOT_MS === 0 && (until === Number.POSITIVE_INFINITY || until % SLOT_MS === 0);
  if (fits) {
    return {
      text: `SELECT *, slot * ${SLOT_MS} AS time FROM usage_sum WHERE slot >= ? AND slot < ? AND own <> ${OWN.repeated}`,
      parameters: [since / SLOT_MS, Math.ceil(last / SLOT_MS)],
    };
  }
  return {
    text: `SELECT session_id, coalesce(model, 0) AS model, ${sizeOf(classes.steps)} AS size, subagent, own,
        NOT ${IS_TOTAL} AS responses, ${TOKENS.join(', ')}, ${REQUEST} AS largest, time
      FROM usage WHERE time >= ? AND time < ? AND own <> ${OWN.repeated}`,
    parameters: [since, last],
  };
}

function addRow(row: SqlRow, { groups, classes }: SpendingOptions): void {
  const model = row['model'] as number;
  const name = classes.nameOf(model);
  const session = row['session'] as number;
  const use = {
    model: name,
    responses: row['responses'] as number,
    tokens: {
      input: row['input'] as number,
      output: row['output'] as number,
      cacheRead: row['cache_read'] as number,
      cacheWrite5m: row['cache_write_5m'] as number,
      cacheWrite1h: row['cache_write_1h'] as number,
      reasoning: row['reasoning'] as number,
    },
    largest: row['largest'] as number,
    priced: classes.priceOf(model, row['size'] as number, row['time'] as number),
    window: name === '' ? undefined : classes.book.windowOf(name),
  };
  const placed = {
    day: row['day'] as number | null,
    session,
    agent: row['agent'] as string,
    project: row['project'] as string | null,
    model: name,
  };
  const found = groups.of(placed);
  const inherited = row['own'] !== OWN.here;
  addUse(found, use, { subagent: row['subagent'] === 1, inherited });
  if (session !== 0 && !inherited) for (const group of found) group.sessions.add(session);
}
