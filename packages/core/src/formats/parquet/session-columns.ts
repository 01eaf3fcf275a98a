/** The columns of the table of sessions. */
import { sessionState } from '../../events/session-state.ts';
import type { TranscriptHeader } from '../contract.ts';
import { type Column, cellOf, columnOf } from '../event-columns.ts';

const column = columnOf<TranscriptHeader>();

export const SESSION_COLUMNS: readonly Column<TranscriptHeader>[] = [
  column('transcript_id', 'transcriptId', ({ transcriptId }) => transcriptId),
  column('native_session_id', 'session.nativeId', ({ session }) => session.nativeId),
  // `agent` is the name of the partition.
  column('agent_id', 'source.agent', ({ source }) => source.agent),
  column('agent_version', 'source.agentVersion', ({ source }) => source.agentVersion ?? undefined),
  column('title', 'session.title', ({ session }) => session.title),
  column('started_at', 'session.startedAt', ({ session }) => session.startedAt, 'time'),
  column('ended_at', 'session.endedAt', ({ session }) => session.endedAt ?? undefined, 'time'),
  column('state', 'session.state', ({ session }) => sessionState(session.state)),
  column('models', 'session.models', ({ session }) => cellOf(session.models)),
  column('os', 'session.environment.os', ({ session }) => session.environment.os ?? undefined),
  column('shell', 'session.environment.shell', ({ session }) => session.environment.shell ?? undefined),
  column('cwd', 'session.environment.cwd', ({ session }) => session.environment.cwd ?? undefined),
  column('repo', 'session.environment.repo', ({ session }) => cellOf(session.environment.repo ?? undefined)),
  column('lineage', 'session.lineage', ({ session }) => cellOf(session.lineage)),
  column('generation', 'session.generation', ({ session }) => session.generation, 'integer'),
  column('run_id', 'session.run.runId', ({ session }) => session.run?.runId),
  column('run_flow', 'session.run.flowKey', ({ session }) => session.run?.flowKey),
  column('run_step', 'session.run.stepId', ({ session }) => session.run?.stepId),
  column('run_agent', 'session.run.agentKey', ({ session }) => session.run?.agentKey),
  column('run_engine', 'session.run.engine', ({ session }) => session.run?.engine),
  column('run_iteration', 'session.run.iteration', ({ session }) => session.run?.iteration, 'integer'),
  column('events', 'metrics.eventCount', ({ metrics }) => metrics.eventCount, 'integer'),
  column('messages', 'metrics.messageCount', ({ metrics }) => metrics.messageCount, 'integer'),
  column('tool_calls', 'metrics.toolCallCount', ({ metrics }) => metrics.toolCallCount, 'integer'),
  column('prompts', 'metrics.promptCount', ({ metrics }) => metrics.promptCount, 'integer'),
  column('errors', 'metrics.errorCount', ({ metrics }) => metrics.errorCount, 'integer'),
  column('duration_ms', 'metrics.durationMs', ({ metrics }) => metrics.durationMs, 'integer'),
  column('tokens_input', 'metrics.tokens.input', ({ metrics }) => metrics.tokens?.input, 'integer'),
  column('tokens_output', 'metrics.tokens.output', ({ metrics }) => metrics.tokens?.output, 'integer'),
  column('tokens_cache_read', 'metrics.tokens.cacheRead', ({ metrics }) => metrics.tokens?.cacheRead, 'integer'),
  column('tokens_cache_write', 'metrics.tokens.cacheWrite', ({ metrics }) => metrics.tokens?.cacheWrite, 'integer'),
  column('tokens_reasoning', 'metrics.tokens.reasoning', ({ metrics }) => metrics.tokens?.reasoning, 'integer'),
  column('cost_micro_usd', 'metrics.cost.microUsd', ({ metrics }) => metrics.cost?.microUsd, 'integer'),
  column('profile', 'privacy.profile', ({ privacy }) => privacy.profile),
  column('redactions', 'privacy.redactionCount', ({ privacy }) => privacy.redactionCount, 'integer'),
];
