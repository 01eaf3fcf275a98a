/** Items that are calls of tools: which tool, and how it ended. */
import { partsOfChangeList, partsOfChanges } from './file-changes.ts';
import { generated } from './generated-images.ts';
import { textsOf } from './messages.ts';
import { durationOf, type Fields, fields, idOf, integer, leftovers, list, text } from './native.ts';
import { linkAgent } from './subagents.ts';
import type { Reading } from './thread-state.ts';
import type { Call, Outcome } from './tool-calls.ts';
import { imagePart, resultImages } from './tool-outputs.ts';
import { toolNamed } from './tools.ts';

const TOOL_ITEMS = new Set([
  'CommandExecution',
  'FileChange',
  'McpToolCall',
  'DynamicToolCall',
  'CollabAgentToolCall',
  'ImageView',
  'ImageGeneration',
  'Sleep',
  'Extension',
]);

export const isToolItem = (type: string): boolean => TOOL_ITEMS.has(type);

/** Which tool an item is a call of. */
export function toolOf(type: string, item: Fields): Omit<Call, 'callId' | 'native'> {
  switch (type) {
    case 'CommandExecution':
      return { ...toolNamed('exec_command'), input: { command: item['command'], cwd: item['cwd'] } };
    case 'FileChange':
      return {
        ...toolNamed('apply_patch'),
        input: { changes: changesOf(item).map(({ path }) => path) },
        parts: changesOf(item),
      };
    case 'McpToolCall':
      return {
        name: text(item['tool']) ?? 'unknown',
        kind: 'mcp',
        server: text(item['server']),
        input: item['arguments'],
      };
    case 'DynamicToolCall':
      return { ...toolNamed(text(item['tool']) ?? 'unknown', text(item['namespace'])), input: item['arguments'] };
    case 'CollabAgentToolCall':
      return { name: text(item['tool']) ?? 'unknown', kind: 'task', input: { prompt: item['prompt'] ?? undefined } };
    case 'ImageView':
      return { ...toolNamed('view_image'), input: { path: item['path'] } };
    case 'ImageGeneration':
      return { name: 'image_generation', kind: 'other', input: { prompt: item['revised_prompt'] } };
    case 'Sleep':
      return { name: 'sleep', kind: 'other', input: leftovers(item) };
    default:
      return {
        name: text(item['kind']) ?? 'extension',
        kind: item['query'] === undefined ? 'other' : 'web',
        input: { query: item['query'], action: item['action'] },
      };
  }
}

/** The MCP server that an item names. */
export const serverOf = (type: string, item: Fields): string | undefined =>
  type === 'McpToolCall' ? text(item['server']) : undefined;

const STATUSES: Readonly<Record<string, string>> = {
  completed: 'ok',
  success: 'ok',
  failed: 'error',
  error: 'error',
  declined: 'denied',
  denied: 'denied',
  rejected: 'denied',
  in_progress: 'running',
  inProgress: 'running',
  interrupted: 'interrupted',
  timed_out: 'timeout',
};

export const statusOf = (value: unknown): string =>
  typeof value === 'string' && Object.hasOwn(STATUSES, value) ? (STATUSES[value] as string) : 'ok';

const COMMAND_SHOWN = new Set([
  'type',
  'id',
  'call_id',
  'turn_id',
  'command',
  'cwd',
  'status',
  'aggregated_output',
  'exit_code',
  'duration',
  'stdout',
  'stderr',
  'formatted_output',
  'duration_ms',
]);

export function outcomeOf(r: Reading, type: string, item: Fields): Outcome {
  const rawStatus = item['status'] ?? undefined;
  const durationMs = durationOf(item['duration']) ?? integer(item['duration_ms']);
  const outcome: Outcome = { status: statusOf(rawStatus), rawStatus, durationMs };
  switch (type) {
    case 'CommandExecution':
      return addCommand(outcome, item);
    case 'FileChange':
      return Object.assign(outcome, {
        parts: changesOf(item),
        stdout: text(item['stdout']),
        stderr: text(item['stderr']) || undefined,
      });
    case 'McpToolCall':
      return Object.assign(outcome, mcpOutcome(r, item));
    case 'DynamicToolCall':
      return Object.assign(outcome, dynamicOutcome(r, item));
    case 'CollabAgentToolCall':
      return Object.assign(outcome, { result: collabResult(r, item) });
    case 'ImageView':
      return Object.assign(outcome, { parts: [{ type: 'file_ref', path: plainPath(item['path']), action: 'read' }] });
    case 'ImageGeneration':
      return Object.assign(outcome, generated(r, item));
    default:
      return Object.assign(outcome, { result: item['results'] ?? undefined });
  }
}

function addCommand(outcome: Outcome, item: Fields): Outcome {
  const whole = text(item['aggregated_output']);
  outcome.exitCode = integer(item['exit_code']);
  outcome.stdout = whole ?? text(item['stdout']);
  if (whole === undefined) outcome.stderr = text(item['stderr']) || undefined;
  if (item['status'] === undefined && outcome.exitCode) outcome.status = 'error';
  outcome.extra = withShell(item['command'], leftovers(item, COMMAND_SHOWN));
  return outcome;
}

/** The shell that ran the command, and how it was called: the call itself has only the script. */
function withShell(command: unknown, extra: Fields | undefined): Fields | undefined {
  return Array.isArray(command) && command.length > 1 ? { ...extra, shell: command.slice(0, -1) } : extra;
}

/** Paths are file URLs since 0.16x. */
function plainPath(path: unknown): string | undefined {
  const given = text(path);
  return given?.startsWith('file://') ? given.slice('file://'.length) : given;
}

function changesOf(item: Fields) {
  return Array.isArray(item['changes']) ? partsOfChangeList(item['changes']) : partsOfChanges(item['changes']);
}

function mcpOutcome(r: Reading, item: Fields): Partial<Outcome> {
  const result = item['result'] ?? undefined;
  const failure = text(fields(item['error'])?.['message'] ?? item['error']);
  const failed = failure !== undefined || fields(result)?.['isError'] === true;
  return {
    ...(failed ? { status: 'error' } : {}),
    result,
    output: textsOf(fields(result)?.['content']).join('\n') || undefined,
    stderr: failure,
    parts: resultImages(result, r.out),
    extra: leftovers(item, MCP_SHOWN),
  };
}

const MCP_SHOWN = new Set([
  'type',
  'id',
  'call_id',
  'turn_id',
  'server',
  'tool',
  'arguments',
  'result',
  'error',
  'status',
  'duration',
  'duration_ms',
]);

function dynamicOutcome(r: Reading, item: Fields): Partial<Outcome> {
  const content = list(item['content_items'] ?? item['contentItems']);
  const images = content.flatMap((value) => imagePart(fields(value) ?? {}, r.out) ?? []);
  const failed = item['success'] === false || typeof item['error'] === 'string';
  return {
    ...(failed ? { status: 'error' } : {}),
    output: textsOf(content).join('') || undefined,
    stderr: text(item['error']),
    parts: images,
  };
}

function collabResult(r: Reading, item: Fields): Fields {
  const { type: _type, id, status: _status, tool, prompt: _prompt, ...result } = item;
  for (const thread of list(item['receiver_thread_ids'])) {
    const spawns = tool === 'spawnAgent' || tool === 'spawn_agent';
    linkAgent(r, { thread, callId: spawns ? idOf(id) : undefined, model: item['model'] });
  }
  return result;
}
