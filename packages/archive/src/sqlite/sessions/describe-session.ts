/** What the inputs of a session say of it as a whole, in the columns of its row. */

import type { SessionFacts } from '@hansard/core';
import { joinFacts } from '@hansard/core/reading/session-facts.ts';
import { integer, rowReader, text } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

/** In which order inputs of one session count: the best witness first, and always the same of two that are as good. */
export const BEST_FIRST = 't.rank, i.machine_id, i.path, i.part';

const readTold = rowReader({ facts: text, rank: integer, agent: text, machine_id: integer });

/** From what all of its own threads say now, or its subagents where it has none; what none says any more is gone. */
export function describeAgain(sql: Sql, sessionId: number): void {
  const rows = sql.all(
    `SELECT t.facts, t.rank, i.agent, i.machine_id FROM thread t JOIN input i ON i.id = t.input_id
     WHERE t.session_id = ?1 AND t.subagent = (SELECT min(subagent) FROM thread WHERE session_id = ?1) ORDER BY ${BEST_FIRST}`,
    sessionId,
  );
  const told = rows.map(readTold);
  const [best] = told;
  if (!best) return;
  const accounts = told.map(({ facts, rank }) => ({ rank, facts: JSON.parse(facts) as SessionFacts }));
  const facts = joinFacts(accounts);
  const own = accounts[0]?.facts;
  sql.run(
    `UPDATE session SET agent = ?, machine_id = ?, native_id = coalesce(?, native_id), title = ?, project = ?,
       repository = ?, branch = ?, agent_version = ?, state = ?, lineage_kind = ?, lineage_of = ? WHERE id = ?`,
    own?.imported?.agent ?? own?.agentId ?? best.agent,
    best.machine_id,
    nativeIdOf(facts),
    ...columnsOf(facts),
    sessionId,
  );
}

/** What the session's only thread says of it. */
export function describe(sql: Sql, sessionId: number, facts: SessionFacts): void {
  sql.run(
    `UPDATE session SET native_id = coalesce(?, native_id), title = coalesce(?, title),
       project = coalesce(?, project), repository = coalesce(?, repository), branch = coalesce(?, branch),
       agent_version = coalesce(?, agent_version), state = coalesce(?, state),
       lineage_kind = coalesce(?, lineage_kind), lineage_of = coalesce(?, lineage_of), agent = coalesce(?, agent)
     WHERE id = ?`,
    nativeIdOf(facts),
    ...columnsOf(facts),
    facts.imported?.agent ?? facts.agentId ?? null,
    sessionId,
  );
}

const nativeIdOf = ({ nativeId, root, imported }: SessionFacts): string | null =>
  nativeId ?? root ?? imported?.nativeId ?? null;

const columnsOf = ({ title, environment, agentVersion, state, lineage }: SessionFacts) =>
  [
    title?.text ?? null,
    environment?.cwd ?? null,
    environment?.repo?.remote ?? environment?.repo?.name ?? null,
    environment?.repo?.branch ?? null,
    agentVersion ?? null,
    state ?? null,
    lineage?.kind ?? null,
    lineage?.of ?? null,
  ] as const;
