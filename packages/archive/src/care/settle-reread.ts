/** What has to be put right before and after an input is read again: what its earlier reading left behind. */
import type { SessionFacts } from '@hansard/core';
import type { Sql } from '../database/sql.ts';

/** The pass of each thread before the reading, by its number. */
export type Started = ReadonlyMap<number, number>;

const EVENTS = `SELECT e.id FROM run r JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1`;

export function startReread(sql: Sql, inputId: number): Started {
  const threads = sql.all('SELECT id, pass FROM thread WHERE input_id = ?', inputId);
  sql.run('DELETE FROM renamed WHERE version_id IN (SELECT id FROM version WHERE input_id = ?)', inputId);
  // Without its fingerprint, an event is written whatever it was before.
  for (const { id } of threads) {
    sql.run(`UPDATE event SET body = NULL WHERE id IN (${EVENTS} WHERE r.thread_id = ?)`, id as number);
  }
  return new Map(threads.map(({ id, pass }) => [id as number, pass as number]));
}

export function settleReread(sql: Sql, inputId: number, started: Started): void {
  for (const [thread, pass] of started) {
    const gone = `${EVENTS} WHERE r.thread_id = ? AND e.pass <= ?`;
    for (const [table, column] of [
      ['event_text', 'rowid'],
      ['touch', 'event_id'],
      ['overlay', 'event_id'],
      ['tool_time', 'event_id'],
    ]) {
      sql.run(`DELETE FROM ${table} WHERE ${column} IN (${gone})`, thread, pass);
    }
  }
  const sessions = sql.all('SELECT DISTINCT session_id FROM thread WHERE input_id = ? AND subagent = 0', inputId);
  for (const row of sessions) describeAgain(sql, row['session_id'] as number);
}

/** From what its own threads say now; what none says any more is gone. */
function describeAgain(sql: Sql, sessionId: number): void {
  const rows = sql.all('SELECT facts FROM thread WHERE session_id = ? AND subagent = 0 ORDER BY id', sessionId);
  const facts = rows.map((row) => JSON.parse(row['facts'] as string) as SessionFacts);
  const last = <T>(of: (one: SessionFacts) => T | null | undefined): T | null =>
    facts.reduce<T | null>((found, one) => of(one) ?? found, null);
  sql.run(
    `UPDATE session SET title = ?, project = ?, repository = ?, branch = ?, agent_version = ?, state = ?,
       lineage_kind = ?, lineage_of = ? WHERE id = ?`,
    last(({ title }) => title?.text),
    last(({ environment }) => environment?.cwd),
    last(({ environment }) => environment?.repo?.remote ?? environment?.repo?.name),
    last(({ environment }) => environment?.repo?.branch),
    last(({ agentVersion }) => agentVersion),
    last(({ state }) => state),
    last(({ lineage }) => lineage?.kind),
    last(({ lineage }) => lineage?.of),
    sessionId,
  );
}
