/** A transcript's event as an item of the stream. */
import { isFailed } from '../../events/tool-outcome.ts';
import type { Event, Tool, Usage } from '../../transcript.ts';
import { contentOf, isNotice } from './content.ts';
import { ITEM_ROLES, type ToolAddition, type UniversalItem, type UsageAddition } from './event.ts';

export function itemOf(event: Event, parentId: string | undefined): UniversalItem {
  const item: UniversalItem = {
    item_id: event.id,
    kind: kindOf(event),
    status: hasFailed(event) ? 'failed' : 'completed',
    content: contentOf(event),
  };
  if (event.native?.id !== undefined) item.native_item_id = event.native.id;
  if (parentId !== undefined) item.parent_id = parentId;
  setRole(item, event.role);
  addFacts(item, event);
  return item;
}

/** A role that is none of the four stands beside them. */
function setRole(item: UniversalItem, role: string | undefined): void {
  const known = ITEM_ROLES.find((one) => one === role);
  if (known !== undefined) item.role = known;
  else if (role !== undefined) item.event_role = role;
}

function kindOf(event: Event): UniversalItem['kind'] {
  switch (event.type) {
    case 'user_message':
    case 'assistant_message':
    case 'reasoning':
      return 'message';
    case 'tool_call':
    case 'tool_result':
    case 'system':
      return event.type;
    default:
      return isNotice(event) ? 'status' : 'unknown';
  }
}

export function hasFailed({ type, tool, error }: Pick<Event, 'type' | 'tool' | 'error'>): boolean {
  if (error !== undefined) return true;
  return (type === 'tool_call' || type === 'tool_result') && isFailed(tool?.status);
}

/** These are told as a status only where they come out of order, and are nothing else from then on. */
const ORDERED = new Set(['turn', 'permission', 'question']);

/** The type of event that an item is by itself. */
export function typeOf({ kind, role, content }: UniversalItem): string {
  if (kind !== 'message') return kind;
  if (role === 'user') return 'user_message';
  if (role === 'system') return 'system';
  const spoken = content.find(({ type }) => type === 'text' || type === 'reasoning');
  return spoken?.type === 'reasoning' ? 'reasoning' : 'assistant_message';
}

/** Additions, where there is something to say. */
function addFacts(item: UniversalItem, event: Event): void {
  if (typeOf(item) !== event.type && !ORDERED.has(event.type)) item.event_type = event.type;
  if (event.type === 'session' && event.phase !== undefined) item.phase = event.phase;
  if (event.model !== undefined) item.model = event.model;
  if (event.provider !== undefined) item.provider = event.provider;
  if (event.variant !== undefined) item.variant = event.variant;
  if (event.promptHash !== undefined) item.prompt_hash = event.promptHash;
  if (event.tools) item.tools = event.tools;
  if (event.toolsHash !== undefined) item.tools_hash = event.toolsHash;
  if (event.usage) item.usage = usageOf(event.usage);
  if (event.costMicroUsd !== undefined) item.cost_micro_usd = event.costMicroUsd;
  if (event.type === 'tool_call' || event.type === 'tool_result') item.tool = toolOf(event.tool);
  if (event.audience !== undefined) item.audience = event.audience;
  if (event.branch !== undefined) item.branch = event.branch;
  if (event.hidden) item.hidden_by = event.hidden.by;
  if (event.withdrawn !== undefined) item.withdrawn = event.withdrawn;
}

export function usageOf(usage: Usage): UsageAddition {
  const addition: UsageAddition = {
    input: usage.input,
    output: usage.output,
    cache_read: usage.cacheRead,
    cache_write_5m: usage.cacheWrite5m,
    cache_write_1h: usage.cacheWrite1h,
    reasoning: usage.reasoning,
  };
  if (usage.scope !== undefined) addition.scope = usage.scope;
  if (usage.responseId !== undefined) addition.response_id = usage.responseId;
  if (usage.inherited !== undefined) addition.inherited = usage.inherited;
  return addition;
}

function toolOf(tool: Partial<Tool> = {}): ToolAddition {
  const { kind, status, exitCode, durationMs, server, stdout, stderr } = tool;
  const addition: ToolAddition = {};
  if (kind !== undefined) addition.kind = kind;
  if (status !== undefined) addition.status = status;
  if (exitCode !== undefined) addition.exit_code = exitCode;
  if (durationMs !== undefined) addition.duration_ms = durationMs;
  if (server !== undefined) addition.server = server;
  if (stdout !== undefined) addition.stdout = stdout;
  if (stderr !== undefined) addition.stderr = stderr;
  return addition;
}
