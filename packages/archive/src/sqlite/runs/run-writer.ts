/** Writes what is known of a run, in place of what was known of it before. */

import type { DescribedRun } from '@hansard/core/runs/describe-run.ts';
import { runTime } from '@hansard/core/runs/run-files.ts';
import type { RunFileRow, RunStepRow } from '@hansard/core/store/runs.ts';
import { idOf } from '../../database/columns.ts';
import type { Sql } from '../../database/sql.ts';

export interface RunPlace {
  readonly key: string;
  readonly machine: number;
  readonly folder: string;
}

export interface WrittenFile extends RunFileRow {
  readonly input: number;
  readonly version: number | null;
  /** The session of the step whose transcript or receipt it is. */
  readonly session: number | null;
}

/** Inside a transaction. */
export function writeRun(sql: Sql, place: RunPlace, run: DescribedRun, files: readonly WrittenFile[]): void {
  const id = writeHead(sql, place, run);
  forgetParts(sql, id);
  for (const alias of run.aliases) sql.run('INSERT INTO flow_run_alias (alias, run_id) VALUES (?, ?)', alias, id);
  for (const flow of run.flows) sql.run('INSERT OR IGNORE INTO flow_run_flow (run_id, flow) VALUES (?, ?)', id, flow);
  const sessions = new Map(files.map(({ path, session }) => [path, session]));
  for (const [n, step] of run.steps.entries()) {
    const session = sessions.get(step.transcript ?? '') ?? sessions.get(step.receipt ?? '') ?? null;
    writeStep(sql, id, n, step, session);
  }
  for (const { path, input, kind, version, bytes, hash, versions } of files) {
    sql.run(
      `INSERT INTO flow_run_file (run_id, path, input_id, kind, version_id, bytes, hash, versions)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[id, path, input, kind, version, bytes, hash, versions],
    );
  }
}

/** Inside a transaction: of a folder in which there is no run any more. */
export function forgetRun(sql: Sql, { machine, folder }: Omit<RunPlace, 'key'>): void {
  const row = sql.get('SELECT id FROM flow_run WHERE machine_id = ? AND folder = ?', machine, folder);
  if (!row) return;
  forgetParts(sql, idOf(row));
  sql.run('DELETE FROM flow_run WHERE id = ?', idOf(row));
}

function forgetParts(sql: Sql, id: number): void {
  for (const table of ['flow_run_alias', 'flow_run_flow', 'flow_step', 'flow_run_file']) {
    sql.run(`DELETE FROM ${table} WHERE run_id = ?`, id);
  }
}

function writeHead(sql: Sql, { key, machine, folder }: RunPlace, run: DescribedRun): number {
  const { sdlcStatus, initiator, profile, flows, tags, params, aliases } = run;
  const detail = { sdlcStatus, initiator, profile, flows, tags, params, aliases };
  const times = { createdAt: run.createdAt, updatedAt: run.updatedAt };
  const row = sql.get(
    `INSERT INTO flow_run (key, machine_id, folder, name, title, description, status, backend, stub, exemplar, time,
       started, completed, steps, failed, prompt, completion, total, error, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET name = excluded.name, title = excluded.title, description = excluded.description,
       status = excluded.status, backend = excluded.backend, stub = excluded.stub, exemplar = excluded.exemplar,
       time = excluded.time, started = excluded.started, completed = excluded.completed, steps = excluded.steps,
       failed = excluded.failed, prompt = excluded.prompt, completion = excluded.completion, total = excluded.total,
       error = excluded.error, detail = excluded.detail
     RETURNING id`,
    ...[key, machine, folder, run.id, run.title, run.description, run.status, run.backend],
    ...[run.stub ? 1 : 0, run.exemplar ? 1 : 0, runTime(run), run.startedAt, run.completedAt],
    ...[run.stepCount, run.failedSteps, run.tokens.prompt, run.tokens.completion, run.tokens.total],
    ...[run.error, JSON.stringify({ ...detail, ...times })],
  );
  return idOf(row ?? {});
}

function writeStep(sql: Sql, run: number, n: number, step: RunStepRow, session: number | null): void {
  sql.run(
    `INSERT INTO flow_step (run_id, n, flow, step, agent, engine, model, status, stub, started, completed, duration_ms,
       iterations, prompt, completion, total, error, session_id, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[run, n, step.flow, step.step, step.agent, step.engine, step.model, step.status, step.stub ? 1 : 0],
    ...[step.startedAt, step.completedAt, step.durationMs, step.iterations.length],
    ...[step.tokens?.prompt ?? null, step.tokens?.completion ?? null, step.tokens?.total ?? null],
    ...[step.error, session, JSON.stringify(step)],
  );
}
