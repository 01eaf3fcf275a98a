/** Rows of runs as lists show them. */
import type { SqlRow, SqlValue } from '@hansard/core';
import type { RunStatus } from '@hansard/core/run-status.ts';
import type { RunDetail, RunFileRow, RunRow, RunStepRow } from '@hansard/core/store/runs.ts';
import { flag, integer, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const SHAPE = {
  key: text,
  name: text,
  folder: text,
  title: textOrNull,
  description: textOrNull,
  status: text,
  backend: textOrNull,
  stub: flag,
  exemplar: flag,
  started: textOrNull,
  completed: textOrNull,
  steps: integer,
  failed: integer,
  prompt: integer,
  completion: integer,
  total: integer,
  error: textOrNull,
  detail: text,
};
const readRow = rowReader(SHAPE);

/** What somebody said of it holds, whatever its files say. */
const MARKED = 'coalesce((SELECT m.exemplar FROM run_mark m WHERE m.key = r.key), r.exemplar)';
export const RUN_EXEMPLAR = MARKED;

export const RUN_COLUMNS = Object.keys(SHAPE)
  .map((name) => (name === 'exemplar' ? `${MARKED} AS exemplar` : `r.${name}`))
  .join(', ');

/** As `compareRuns` has it. */
export const RUN_ORDER = 'ORDER BY r.time DESC, r.name DESC';

export function runRows(sql: Sql, rest: string, ...parameters: SqlValue[]): RunRow[] {
  return sql.all(`SELECT ${RUN_COLUMNS} FROM flow_run r ${rest}`, ...parameters).map(rowOf);
}

type Detail = Pick<
  RunDetail,
  'aliases' | 'sdlcStatus' | 'initiator' | 'profile' | 'flows' | 'tags' | 'createdAt' | 'updatedAt' | 'params'
>;

function rowOf(row: SqlRow): RunRow {
  const { params: _params, ...rest } = completed(row);
  return rest;
}

export function detailOf(row: SqlRow, steps: readonly RunStepRow[], files: readonly RunFileRow[]): RunDetail {
  return { ...completed(row), steps, files };
}

function completed(row: SqlRow): Omit<RunDetail, 'steps' | 'files'> {
  const { key, name, folder, title, description, status, backend, stub, exemplar, error, ...run } = readRow(row);
  return {
    ...{ key, id: name, folder, title, description, backend, stub, exemplar, error },
    status: status as RunStatus,
    ...(JSON.parse(run.detail) as Detail),
    startedAt: run.started,
    completedAt: run.completed,
    stepCount: run.steps,
    failedSteps: run.failed,
    tokens: { prompt: run.prompt, completion: run.completion, total: run.total },
  };
}
