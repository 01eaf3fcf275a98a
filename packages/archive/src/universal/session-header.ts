/** What is known of a session as a whole, from its rows alone: no event is read. */
import { type AgentNode, SCHEMA_VERSION, type SessionFacts, type SqlRow } from '@hansard/core';
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { plantTree, type TreeNode } from '@hansard/core/reading/agent-tree.ts';
import type { Sql } from '../database/sql.ts';

/** The header of a session's transcript; undefined when there is no such session. */
export function sessionHeader(sql: Sql, sessionId: number): TranscriptHeader | undefined {
  const row = sql.get('SELECT * FROM session WHERE id = ?', sessionId);
  if (!row) return undefined;
  const threads = threadsOf(sql, sessionId);
  const own = threads.find(({ subagent }) => !subagent) ?? threads[0];
  const agent = row['agent'] as string;
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: row['uuid'] as string,
    source: {
      agent,
      agentVersion: row['agent_version'] as string | null,
      adapter: agent,
      adapterVersion: own?.adapterVersion ?? 'unknown',
      ...optional('dialect', own?.dialect),
    },
    session: sessionOf(sql, row, threads, own),
    submitter: null,
    privacy: {
      profile: 'none',
      redactionApplied: false,
      anonymizationApplied: false,
      rulesApplied: [],
      redactionCount: 0,
    },
    metrics: metricsOf(row),
  };
}

interface Thread {
  readonly subagent: boolean;
  readonly facts: SessionFacts;
  readonly dialect: string | undefined;
  readonly adapterVersion: string | undefined;
  readonly modified: string | undefined;
  readonly seen: string;
}

function threadsOf(sql: Sql, sessionId: number): Thread[] {
  const rows = sql.all(
    `SELECT t.subagent, t.facts, i.dialect, i.adapter_version, i.modified, i.last_seen
     FROM thread t JOIN input i ON i.id = t.input_id WHERE t.session_id = ? ORDER BY t.subagent, t.id`,
    sessionId,
  );
  return rows.map((row) => ({
    subagent: row['subagent'] === 1,
    facts: JSON.parse(row['facts'] as string) as SessionFacts,
    dialect: (row['dialect'] as string | null) ?? undefined,
    adapterVersion: (row['adapter_version'] as string | null) ?? undefined,
    modified: (row['modified'] as string | null) ?? undefined,
    seen: row['last_seen'] as string,
  }));
}

function sessionOf(sql: Sql, row: SqlRow, threads: readonly Thread[], own: Thread | undefined) {
  const [started, ended] = [timeText(row['started']), timeText(row['ended'])];
  const startedAt = own?.facts.startedAt ?? started ?? own?.modified ?? NEVER;
  const agents = agentsOf(threads);
  const text = (name: string) => (row[name] as string | null) ?? undefined;
  return {
    startedAt,
    endedAt: own?.facts.endedAt ?? ended ?? startedAt,
    capturedAt: own?.seen ?? startedAt,
    environment: own?.facts.environment ?? {},
    ...optional('nativeId', text('native_id')),
    ...optional('title', text('title')),
    models: modelsOf(sql, row['id'] as number),
    state: text('state') ?? 'open',
    ...optional('lineage', own?.facts.lineage),
    ...(agents.length > 1 ? { agents } : {}),
    ...optional('extra', own?.facts.extra),
  };
}

/** In order of appearance, by quarters of an hour: there are few of these, and as many responses as a session is long. */
function modelsOf(sql: Sql, sessionId: number): string[] {
  const rows = sql.all(
    `SELECT n.text FROM usage_sum u JOIN name n ON n.id = u.model WHERE u.session_id = ?
     GROUP BY u.model ORDER BY min(u.slot), n.text`,
    sessionId,
  );
  return rows.map(({ text }) => text as string);
}

function agentsOf(threads: readonly Thread[]): AgentNode[] {
  const agents: AgentNode[] = [];
  const { root } = plantTree(threads.map(({ facts }) => ({ facts, events: [] })));
  const add = (node: TreeNode) => {
    const { id, ...facts } = node.facts;
    const parent = node.parent?.source;
    agents.push({ source: node.source, ...optional('id', id), ...facts, ...optional('parent', parent) });
    node.children.forEach(add);
  };
  add(root);
  return agents;
}

function metricsOf(row: SqlRow): TranscriptHeader['metrics'] {
  const number = (name: string) => row[name] as number;
  const [started, ended] = [row['started'] as number | null, row['ended'] as number | null];
  return {
    eventCount: number('events'),
    messageCount: number('messages'),
    toolCallCount: number('tool_calls'),
    durationMs: started === null || ended === null ? 0 : ended - started,
    errorCount: number('errors'),
    unparsedCount: number('unparsed'),
  };
}

const NEVER = '1970-01-01T00:00:00.000Z';
const timeText = (ms: unknown): string | undefined => (typeof ms === 'number' ? new Date(ms).toISOString() : undefined);

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}
