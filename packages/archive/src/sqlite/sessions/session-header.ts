/** What is known of a session as a whole, from its rows alone: no event is read. */
import { type AgentNode, SCHEMA_VERSION, type SessionFacts } from '@hansard/core';
import { sessionState } from '@hansard/core/events/session-state.ts';
import type { TranscriptHeader } from '@hansard/core/formats/contract.ts';
import { plantTree, type TreeNode } from '@hansard/core/reading/agent-tree.ts';
import { flag, integer, integerOrNull, rowReader, type Shaped, text, textOrNull } from '../../database/row-shape.ts';
import type { Sql } from '../../database/sql.ts';

const SESSION = {
  id: integer,
  uuid: text,
  agent: text,
  agent_version: textOrNull,
  native_id: textOrNull,
  title: textOrNull,
  state: textOrNull,
  started: integerOrNull,
  ended: integerOrNull,
  events: integer,
  messages: integer,
  tool_calls: integer,
  errors: integer,
  unparsed: integer,
};
type SessionColumns = Shaped<typeof SESSION>;
const readSession = rowReader(SESSION);
const readThread = rowReader({
  subagent: flag,
  facts: text,
  dialect: textOrNull,
  adapter_version: textOrNull,
  modified: textOrNull,
  last_seen: text,
});
const readName = rowReader({ text });

/** The header of a session's transcript; undefined when there is no such session. */
export function sessionHeader(sql: Sql, sessionId: number): TranscriptHeader | undefined {
  const found = sql.get('SELECT * FROM session WHERE id = ?', sessionId);
  if (!found) return undefined;
  const row = readSession(found);
  const threads = threadsOf(sql, sessionId);
  const own = threads.find(({ subagent }) => !subagent) ?? threads[0];
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: row.uuid,
    source: {
      agent: row.agent,
      agentVersion: row.agent_version,
      adapter: row.agent,
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
  return rows.map(readThread).map((row) => ({
    subagent: row.subagent,
    facts: JSON.parse(row.facts) as SessionFacts,
    dialect: row.dialect ?? undefined,
    adapterVersion: row.adapter_version ?? undefined,
    modified: row.modified ?? undefined,
    seen: row.last_seen,
  }));
}

function sessionOf(sql: Sql, row: SessionColumns, threads: readonly Thread[], own: Thread | undefined) {
  const [started, ended] = [timeText(row.started), timeText(row.ended)];
  const startedAt = own?.facts.startedAt ?? started ?? own?.modified ?? NEVER;
  const agents = agentsOf(threads);
  return {
    startedAt,
    endedAt: own?.facts.endedAt ?? ended ?? startedAt,
    capturedAt: own?.seen ?? startedAt,
    environment: own?.facts.environment ?? {},
    ...optional('nativeId', row.native_id ?? undefined),
    ...optional('title', row.title ?? undefined),
    models: modelsOf(sql, row.id),
    state: sessionState(row.state),
    ...optional('executionContext', own?.facts.executionContext),
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
  return rows.map((row) => readName(row).text);
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

function metricsOf(row: SessionColumns): TranscriptHeader['metrics'] {
  return {
    eventCount: row.events,
    messageCount: row.messages,
    toolCallCount: row.tool_calls,
    durationMs: row.started === null || row.ended === null ? 0 : row.ended - row.started,
    errorCount: row.errors,
    unparsedCount: row.unparsed,
  };
}

const NEVER = '1970-01-01T00:00:00.000Z';
const timeText = (ms: number | null): string | undefined => (ms === null ? undefined : new Date(ms).toISOString());

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}
