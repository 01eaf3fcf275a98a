/** What only the page of one session shows: its agents, what was wrong in its files, and what it is related to. */
import { FLAGS } from '@hansard/core/events/event-facts.ts';
import type { AgentRow, SessionFactsRow } from '@hansard/core/store/sessions.ts';
import { integer, integerOrNull, rowReader, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';
import { SOURCE_UNIT } from '../events/source-unit.ts';
import { listSessions } from './session-rows.ts';
import { rowSources } from './thread-sources.ts';

const MOST_PROBLEMS = 200;
const MOST_RELATED = 100;

const readSession = rowReader({
  agent: text,
  agent_version: textOrNull,
  native_id: textOrNull,
  lineage_of: textOrNull,
});
const readProblem = rowReader({ kind: text, message: text, line: integerOrNull, path: text });
const readAgent = rowReader({ thread_id: integer, mark: integer, events: integer, seq: integer });

export function sessionFacts(sql: Sql, sessionId: number): SessionFactsRow | undefined {
  const row = sql.get('SELECT agent, agent_version, native_id, lineage_of FROM session WHERE id = ?', sessionId);
  if (!row) return undefined;
  const session = readSession(row);
  return {
    agentVersion: session.agent_version,
    problems: problemsOf(sql, sessionId),
    agents: agentsOf(sql, sessionId),
    related: relatedTo(sql, sessionId, session),
  };
}

function problemsOf(sql: Sql, sessionId: number): SessionFactsRow['problems'] {
  const rows = sql.all(
    `SELECT p.kind, p.message, p.line, i.path FROM problem p JOIN input i ON i.id = p.input_id
     WHERE p.input_id IN (SELECT input_id FROM thread WHERE session_id = ?) ORDER BY p.id LIMIT ?`,
    sessionId,
    MOST_PROBLEMS,
  );
  return rows.map(readProblem);
}

/** In the order in which the archive learnt of them. */
function agentsOf(sql: Sql, sessionId: number): AgentRow[] {
  const sourceOf = rowSources(sql, sessionId);
  const rows = sql.all(
    `SELECT r.thread_id, e.flags & ${~(SOURCE_UNIT - 1) | FLAGS.subagent} AS mark, count(*) AS events, min(r.seq + e.id - r.first) AS seq
     FROM run r CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
     WHERE r.session_id = ? GROUP BY 1, 2 ORDER BY seq`,
    sessionId,
  );
  const agents = new Map<string, AgentRow>();
  for (const { thread_id: thread, mark, events, seq } of rows.map(readAgent)) {
    const source = sourceOf(thread, mark);
    const known = agents.get(source.source);
    agents.set(source.source, known ? { ...known, events: known.events + events } : { ...source, events, logSeq: seq });
  }
  return [...agents.values()];
}

/** Where it comes from, and what comes from it, or from the same. */
function relatedTo(sql: Sql, sessionId: number, session: ReturnType<typeof readSession>): string[] {
  const names = [session.native_id, session.lineage_of].filter((name) => name !== null);
  const related = listSessions(
    { sql },
    {
      where: `session.id <> ? AND session.agent = ? AND (session.lineage_of IN (SELECT value FROM json_each(?))
        OR session.native_id = ?)`,
      parameters: [sessionId, session.agent, JSON.stringify(names), session.lineage_of],
      limit: MOST_RELATED,
    },
  );
  return related.map(({ id }) => id);
}
