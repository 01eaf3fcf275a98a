/** The fields of an event that have a column of their own in tables, in order. */
import type { Event } from '../transcript.ts';
import { jsonText } from './json-text.ts';

export type Cell = string | number | boolean | undefined;

/** `time` is RFC 3339 text. */
export type CellKind = 'text' | 'integer' | 'number' | 'boolean' | 'time';

export interface Column<T> {
  readonly name: string;
  /** Dotted path of the field that it holds. */
  readonly field: string;
  readonly kind: CellKind;
  value(of: T): Cell;
}

export const columnOf =
  <T>() =>
  (name: string, field: string, value: (of: T) => Cell, kind: CellKind = 'text'): Column<T> => ({
    name,
    field,
    kind,
    value,
  });

/** Values of any shape are JSON, texts as they are. */
export const cellOf = (value: unknown): string | undefined =>
  value === undefined || typeof value === 'string' ? value : jsonText(value);

const column = columnOf<Event>();

export const EVENT_COLUMNS: readonly Column<Event>[] = [
  column('seq', 'seq', (event) => event.seq, 'integer'),
  column('id', 'id', (event) => event.id),
  column('timestamp', 'timestamp', (event) => event.timestamp, 'time'),
  column('timestamp_source', 'timestampSource', (event) => event.timestampSource),
  column('source', 'source', (event) => event.source),
  column('turn', 'turn', (event) => event.turn),
  column('parent_id', 'parentId', (event) => event.parentId),
  column('type', 'type', (event) => event.type),
  column('role', 'role', (event) => event.role),
  column('text', 'text', (event) => event.text),
  column('tool_name', 'tool.name', ({ tool }) => tool?.name),
  column('tool_call_id', 'tool.callId', ({ tool }) => tool?.callId),
  column('tool_kind', 'tool.kind', ({ tool }) => tool?.kind),
  column('tool_status', 'tool.status', ({ tool }) => tool?.status),
  column('tool_input', 'tool.input', ({ tool }) => cellOf(tool?.input)),
  column('tool_output', 'tool.output', ({ tool }) => tool?.output),
  column('tool_exit_code', 'tool.exitCode', ({ tool }) => tool?.exitCode, 'integer'),
  column('tool_duration_ms', 'tool.durationMs', ({ tool }) => tool?.durationMs, 'number'),
  column('tool_server', 'tool.server', ({ tool }) => tool?.server),
  column('model', 'model', (event) => event.model),
  column('variant', 'variant', (event) => event.variant),
  column('usage_input', 'usage.input', ({ usage }) => usage?.input, 'integer'),
  column('usage_output', 'usage.output', ({ usage }) => usage?.output, 'integer'),
  column('usage_cache_read', 'usage.cacheRead', ({ usage }) => usage?.cacheRead, 'integer'),
  column('usage_cache_write_5m', 'usage.cacheWrite5m', ({ usage }) => usage?.cacheWrite5m, 'integer'),
  column('usage_cache_write_1h', 'usage.cacheWrite1h', ({ usage }) => usage?.cacheWrite1h, 'integer'),
  column('usage_reasoning', 'usage.reasoning', ({ usage }) => usage?.reasoning, 'integer'),
  column('usage_response_id', 'usage.responseId', ({ usage }) => usage?.responseId),
  column('usage_scope', 'usage.scope', ({ usage }) => usage?.scope),
  column('usage_inherited', 'usage.inherited', ({ usage }) => usage?.inherited, 'boolean'),
  column('cost_micro_usd', 'costMicroUsd', (event) => event.costMicroUsd, 'integer'),
  column('phase', 'phase', (event) => event.phase),
  column('status_label', 'status.label', ({ status }) => status?.label),
  column('status_detail', 'status.detail', ({ status }) => status?.detail),
  column('error_message', 'error.message', ({ error }) => error?.message),
  column('error_code', 'error.code', ({ error }) => error?.code),
  column('permission_action', 'permission.action', ({ permission }) => permission?.action),
  column('permission_status', 'permission.status', ({ permission }) => permission?.status),
  column('question_prompt', 'question.prompt', ({ question }) => question?.prompt),
  column('question_response', 'question.response', ({ question }) => question?.response),
  column('hidden_by', 'hidden.by', ({ hidden }) => hidden?.by),
  column('branch', 'branch', (event) => event.branch),
  column('withdrawn', 'withdrawn', (event) => event.withdrawn, 'boolean'),
  column('provider', 'provider', (event) => event.provider),
  column('prompt_hash', 'promptHash', (event) => event.promptHash),
  column('tools', 'tools', (event) => cellOf(event.tools)),
  column('tools_hash', 'toolsHash', (event) => event.toolsHash),
];
