/** Problems of inputs, and what is kept of how they were read. */
import type { ProblemDraft, ProblemKind } from '@hansard/core';
import { columnOf, integer } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const count = columnOf('n', integer);

/** Adds problems as long as the input has fewer than `most`. */
export function addProblems(sql: Sql, inputId: number, problems: readonly ProblemDraft[], most: number): void {
  if (problems.length === 0) return;
  const kept = count(sql.get('SELECT count(*) AS n FROM problem WHERE input_id = ?', inputId) ?? { n: 0 });
  for (const { kind, message, line, start, end, pointer } of problems.slice(0, Math.max(0, most - kept))) {
    sql.run(
      'INSERT INTO problem (input_id, kind, message, line, start, stop, pointer) VALUES (?, ?, ?, ?, ?, ?, ?)',
      inputId,
      kind,
      message,
      line ?? null,
      start ?? null,
      end ?? null,
      pointer ?? null,
    );
  }
}

/** A problem at a place that later bytes have solved. */
export function removeProblem(sql: Sql, inputId: number, kind: ProblemKind, start: number): void {
  sql.run('DELETE FROM problem WHERE input_id = ? AND kind = ? AND start = ?', inputId, kind, start);
}

/** The input is read from its beginning: its problems are found again, and its threads go through another pass. */
export function restartInput(sql: Sql, inputId: number): void {
  sql.run('DELETE FROM problem WHERE input_id = ?', inputId);
  sql.run('UPDATE thread SET pass = pass + 1 WHERE input_id = ?', inputId);
}

/** Where reading a database goes on. */
export function setCursor(sql: Sql, inputId: number, cursor: string | null): void {
  sql.run('UPDATE input SET cursor = ? WHERE id = ?', cursor, inputId);
}

export interface RenamedEvent {
  readonly start: number;
  readonly nth: number;
  readonly key: string;
}

/** Events of a unit whose own ids were taken, by how manieth in it they are. */
export function noteRenamed(sql: Sql, versionId: number, renamed: readonly RenamedEvent[]): void {
  for (const { start, nth, key } of renamed) {
    sql.run(
      'INSERT OR REPLACE INTO renamed (version_id, start, nth, key) VALUES (?, ?, ?, ?)',
      versionId,
      start,
      nth,
      key,
    );
  }
}
