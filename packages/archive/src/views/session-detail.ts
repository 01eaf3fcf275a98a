/** All that is known of one session beside its events. */
import { adapterOf, type PriceBook, resumeCommand } from '@hansard/core';
import type { SessionCost, SessionDetail, SessionSource } from '@hansard/core/api/session.ts';
import type { Sql } from '../database/sql.ts';
import { FLAGS, SOURCE_UNIT } from '../events/event-row.ts';
import type { Group } from '../numbers/groups.ts';
import { allTokens, microUsd } from '../numbers/spent.ts';
import { listSessions, type SessionListed } from '../sessions/list-sessions.ts';
import { sessionSpending } from './session-spending.ts';
import { costOf, type SummaryOptions, summariesOf } from './session-summaries.ts';
import { rowSources } from './thread-sources.ts';

const MOST_PROBLEMS = 200;
const MOST_RELATED = 100;

export function sessionDetail(sql: Sql, session: SessionListed, options: SummaryOptions): SessionDetail {
  const related = relatedTo(sql, session);
  const [summary, ...others] = summariesOf(sql, [session, ...related], options);
  if (!summary) throw new Error('a session that was listed has a summary');
  const row = sql.get('SELECT key, agent_version, started, ended FROM session WHERE id = ?', session.id);
  const { missingSince, machine, imported } = session;
  const isHere = missingSince === null && machine === null && !imported;
  const resume = isHere ? resumeCommand(adapterOf(session.agent), session.nativeId, session.project) : undefined;
  const times = [row?.['started'], row?.['ended']];
  return {
    ...summary,
    notes: notesOf(sql, row?.['key'] as string),
    resume: resume ?? null,
    path: session.path,
    agentVersion: (row?.['agent_version'] as string | null) ?? null,
    problems: problemsOf(sql, session.id),
    sources: agentsOf(sql, session.id),
    cost: sessionCost(sql, session.id, options.prices),
    durationMs: times.every((time) => typeof time === 'number') ? Math.max(0, Number(times[1]) - Number(times[0])) : 0,
    related: others,
  };
}

function notesOf(sql: Sql, key: string): SessionDetail['notes'] {
  const rows = sql.all('SELECT id, event_key, text, written FROM note WHERE session_key = ? ORDER BY written, id', key);
  return rows.map((row) => ({
    id: row['id'] as string,
    eventId: row['event_key'] as string | null,
    text: row['text'] as string,
    written: row['written'] as string,
  }));
}

function problemsOf(sql: Sql, sessionId: number): SessionDetail['problems'] {
  const rows = sql.all(
    `SELECT p.kind, p.message, p.line, i.path FROM problem p JOIN input i ON i.id = p.input_id
     WHERE p.input_id IN (SELECT input_id FROM thread WHERE session_id = ?) ORDER BY p.id LIMIT ?`,
    sessionId,
    MOST_PROBLEMS,
  );
  return rows.map((row) => ({
    kind: row['kind'] as string,
    message: row['message'] as string,
    line: row['line'] as number | null,
    path: row['path'] as string,
  }));
}

/** The agents of a session, in the order in which the archive learnt of them; the numbers are those of the map. */
function agentsOf(sql: Sql, sessionId: number): SessionSource[] {
  const sourceOf = rowSources(sql, sessionId);
  const rows = sql.all(
    `SELECT r.thread_id, e.flags & ${~(SOURCE_UNIT - 1) | FLAGS.subagent} AS mark, count(*) AS events, min(r.seq + e.id - r.first) AS seq
     FROM run r CROSS JOIN event e ON e.id BETWEEN r.first AND r.first + r.count - 1
     WHERE r.session_id = ? GROUP BY 1, 2 ORDER BY seq`,
    sessionId,
  );
  const agents = new Map<string, SessionSource>();
  for (const row of rows) {
    const source = sourceOf(row['thread_id'] as number, row['mark'] as number);
    const [events, logSeq] = [row['events'] as number, row['seq'] as number];
    const known = agents.get(source.source);
    if (known) known.events += events;
    else agents.set(source.source, { ...source, index: agents.size, events, logSeq });
  }
  return [...agents.values()];
}

function sessionCost(sql: Sql, sessionId: number, prices: PriceBook): SessionCost {
  const group = sessionSpending(sql, prices, [sessionId]).get(sessionId);
  if (!group) return NOTHING;
  const { own, subagents, inherited, models } = group;
  const withSubagents = costOf(own);
  return {
    ownMicroUsd: withSubagents === null ? null : microUsd({ pico: own.pico - subagents.pico }),
    withSubagentsMicroUsd: withSubagents,
    inheritedMicroUsd: costOf(inherited),
    byModel: [...models].map(modelCost).sort((a, b) => (b.costMicroUsd ?? -1) - (a.costMicroUsd ?? -1)),
    cacheHitShare: own.cacheHits ?? null,
    contextFill: own.largest > 0 ? fillOf(group, prices) : null,
  };
}

const NOTHING: SessionCost = {
  ownMicroUsd: null,
  withSubagentsMicroUsd: null,
  inheritedMicroUsd: null,
  byModel: [],
  cacheHitShare: null,
  contextFill: null,
};

const modelCost = ([model, spent]: [string, Group['own']]) => ({
  model: model || null,
  tokens: allTokens(spent.tokens),
  costMicroUsd: costOf(spent),
  estimated: spent.estimated,
});

function fillOf({ own, models }: Group, prices: PriceBook): SessionCost['contextFill'] {
  const [model] = [...models].find(([, { largest }]) => largest === own.largest) ?? [];
  const window = model ? prices.windowOf(model) : undefined;
  const fits = window !== undefined && own.largest <= window;
  return { tokens: own.largest, window: fits ? window : null, share: fits ? own.largest / window : null };
}

/** Where it comes from, and what comes from it, or from the same. */
function relatedTo(sql: Sql, { id, agent, nativeId, lineage }: SessionListed): SessionListed[] {
  const names = [nativeId, lineage?.of].filter((name): name is string => typeof name === 'string');
  return listSessions(
    { sql },
    {
      where: `session.id <> ? AND session.agent = ? AND (session.lineage_of IN (SELECT value FROM json_each(?))
        OR session.native_id = ?)`,
      parameters: [id, agent, JSON.stringify(names), lineage?.of ?? null],
      limit: MOST_RELATED,
    },
  );
}
