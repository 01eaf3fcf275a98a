/** The header of the transcript that a record becomes. */

import { subagentPath } from '../../events/source-path.ts';
import { measure } from '../../reading/metrics.ts';
import { countOf, type Json, objectOf, stringOf } from '../../reading/native-values.ts';
import { readTime } from '../../reading/time.ts';
import { type AgentNode, type Event, type Privacy, type Repo, SCHEMA_VERSION, type Tokens } from '../../transcript.ts';
import type { TranscriptHeader } from '../contract.ts';
import { NO_TIME } from './head.ts';
import type { OwnFacts } from './own-facts.ts';
import { RECORD_VERSION } from './record.ts';

export const FORMAT_ID = 'trace-record';

export interface HeadContext {
  readonly own: OwnFacts | undefined;
  readonly events: readonly Event[];
  readonly startedAt: string;
  /** For a record without one. */
  readonly fallbackId: string;
}

export function readHead(record: Json, context: HeadContext): TranscriptHeader {
  const { own = {}, events, startedAt } = context;
  const agent = objectOf(record['agent']);
  const endedAt = readTime(record['timestamp_end']) ?? lastTime(events) ?? null;
  const generation = countOf(record['generation_index']);
  const agents = agentsOf(events, own.agents ?? []);
  const models = own.models ?? [...new Set(events.flatMap(({ model }) => (model ? [model] : [])))];
  return {
    schemaVersion: SCHEMA_VERSION,
    transcriptId: stringOf(record['trace_id']) ?? context.fallbackId,
    source: {
      agent: stringOf(agent['name']) ?? 'unknown',
      agentVersion: stringOf(agent['version']) ?? null,
      adapter: own.adapter ?? FORMAT_ID,
      adapterVersion: own.adapter_version ?? RECORD_VERSION,
      dialect: own.dialect ?? FORMAT_ID,
    },
    session: {
      startedAt,
      endedAt,
      capturedAt: endedAt ?? startedAt,
      environment: environmentOf(record, own),
      nativeId: stringOf(record['session_id']) ?? context.fallbackId,
      ...(own.title === undefined ? {} : { title: own.title }),
      models,
      ...stateOf(record, own),
      ...(own.lineage ? { lineage: own.lineage } : {}),
      ...(generation > 0 ? { generation } : {}),
      ...(own.run ? { run: own.run } : {}),
      ...(agents.length > 1 ? { agents } : {}),
    },
    submitter: own.submitter ?? null,
    privacy: own.privacy ?? privacyOf(record),
    metrics: metricsOf(record, context),
  };
}

function lastTime(events: readonly Event[]): string | undefined {
  return events.findLast(({ timestampSource }) => !timestampSource)?.timestamp;
}

function environmentOf(record: Json, own: OwnFacts) {
  const { os, shell, vcs } = objectOf(record['environment']);
  const repo = repoOf(objectOf(record['task']), objectOf(vcs), own);
  return {
    ...(stringOf(os) ? { os: stringOf(os) } : {}),
    ...(stringOf(shell) ? { shell: stringOf(shell) } : {}),
    ...(own.cwd === undefined ? {} : { cwd: own.cwd }),
    ...(repo ? { repo } : {}),
  };
}

function repoOf(task: Json, vcs: Json, own: OwnFacts): Repo | undefined {
  const name = own.repo_name ?? stringOf(task['repository'])?.split('/').at(-1);
  const remote = stringOf(task['repository_url']);
  const commit = stringOf(vcs['base_commit']) ?? stringOf(task['base_commit']);
  const branch = stringOf(vcs['branch']);
  if (vcs['type'] !== 'git' && !name && !remote && !commit && !branch) return undefined;
  return {
    ...(name ? { name } : {}),
    ...(remote ? { remote } : {}),
    ...(commit ? { commit } : {}),
    ...(branch ? { branch } : {}),
  };
}

const STATES: Readonly<Record<string, string>> = {
  interrupted: 'interrupted',
  error: 'failed',
  goal_reached: 'ended',
  abandoned: 'ended',
};

function stateOf(record: Json, own: OwnFacts): { state?: string } {
  const ended = stringOf(objectOf(record['outcome'])['terminal_state']) ?? '';
  const state = own.state ?? (Object.hasOwn(STATES, ended) ? STATES[ended] : undefined);
  return state === undefined ? {} : { state };
}

/** The tree as the steps show it, with what the writer knew about each agent. */
function agentsOf(events: readonly Event[], known: readonly AgentNode[]): AgentNode[] {
  const bySource = new Map(known.map((node) => [node.source, node]));
  const sourceOf = new Map(events.map(({ id, source = 'primary' }) => [id, source]));
  const nodes = new Map<string, AgentNode>([
    ['primary', bySource.get('primary') ?? { source: 'primary' }],
    ...bySource,
  ]);
  for (const { source = 'primary', parentId } of events) {
    if (nodes.has(source)) continue;
    const parent = parentId === undefined ? undefined : sourceOf.get(parentId);
    nodes.set(source, { source, id: subagentPath(source), ...(parent ? { parent } : {}) });
  }
  return [...nodes.values()];
}

function privacyOf(record: Json): Privacy {
  const removed = countOf(objectOf(record['security'])['redactions_applied']);
  return {
    profile: 'none',
    redactionApplied: removed > 0,
    anonymizationApplied: false,
    rulesApplied: [],
    redactionCount: removed,
  };
}

/** Totals are measured again; the record's own hold where its steps say nothing. */
function metricsOf(record: Json, { events, own }: HeadContext): TranscriptHeader['metrics'] {
  const totals = objectOf(record['metrics']);
  const measured = measure(events);
  const seconds = totals['total_duration_s'];
  const tokens: Tokens = {
    input: countOf(totals['total_input_tokens']),
    output: countOf(totals['total_output_tokens']),
    cacheRead: countOf(totals['total_cache_read_tokens']),
    cacheWrite: countOf(totals['total_cache_creation_tokens']),
  };
  return {
    ...measured,
    ...(typeof seconds === 'number' && seconds > 0 ? { durationMs: Math.round(seconds * 1000) } : {}),
    ...(!measured.tokens && tokens.input + tokens.output > 0 ? { tokens } : {}),
    ...(own?.cost ? { cost: own.cost } : {}),
  };
}

/** The earliest time that the record tells. */
export function startOf(record: Json, steps: readonly unknown[]): string {
  const told = readTime(record['timestamp_start']);
  if (told) return told;
  for (const step of steps) {
    const time = readTime(objectOf(step)['timestamp']);
    if (time) return time;
  }
  return NO_TIME;
}
