/**
 * `event_msg`: what a client was told, by type. Much of it repeats a response item and joins it. The same events are
 * the whole of the live protocol before 0.44, so those that rollouts never keep are here too.
 */
import type { Part } from '../../transcript.ts';
import { tellCompaction } from './compaction.ts';
import { addError, noteWarning } from './errors.ts';
import { isInjected } from './injected.ts';
import { addReview, endToolItem, readItem, startItem, startToolItem, timesOf } from './items.ts';
import { appendCommandOutput } from './live-streams.ts';
import { addAnswer, addInjected, addPrompt } from './messages.ts';
import { type Fields, fields, idOf, leftovers, list, text } from './native.ts';
import { permissionId, readApprovalRequest, readAssessment } from './permissions.ts';
import { askQuestions } from './questions.ts';
import { readersByType, type TypeReader } from './readers-by-type.ts';
import { addThought } from './reasoning.ts';
import { readResponseItem } from './response-items.ts';
import { nameThread, readSettings } from './session-records.ts';
import { linkAgent, readActivity } from './subagents.ts';
import { addMeta, addStatus, type Reading, timeOf } from './thread-state.ts';
import { statusOf } from './tool-items.ts';
import { toolNamed } from './tools.ts';
import { abortTurn, endTurn, startTurn } from './turns.ts';
import { readTokenCount } from './usage.ts';
import { addSearch } from './web-searches.ts';

const ANSWER_SHOWN = new Set(['type', 'message']);
const PROMPT_SHOWN = new Set(['type', 'message', 'images', 'local_images', 'text_elements']);
/** Most prompts are of the plain kind. */
const PLAIN_SHOWN = new Set([...PROMPT_SHOWN, 'kind']);

const READERS = readersByType('event_msg', {
  user_message: readUserEvent,
  agent_message: (r, p, native) =>
    addAnswer(r, {
      said: text(p['message']) ?? '',
      stream: 'e',
      native,
      extra: leftovers(p, ANSWER_SHOWN),
    }),
  agent_reasoning: (r, p, native) =>
    addThought(r, { summaries: [text(p['text']) ?? ''], raw: [], stream: 'e', native }),
  agent_reasoning_raw_content: (r, p, native) =>
    addThought(r, { summaries: [], raw: [text(p['text']) ?? ''], stream: 'e', native }),
  agent_reasoning_section_break: keep,
  token_count: readTokenCount,
  task_started: startTurn,
  turn_started: startTurn,
  task_complete: endTurn,
  task_completed: endTurn,
  turn_complete: endTurn,
  turn_aborted: abortTurn,
  thread_settings_applied: (r, p, native) => readSettings(r, fields(p['thread_settings']) ?? {}, native),
  thread_name_updated: (r, p, native) => nameThread(r, p['thread_name'], native),
  context_compacted: (r, _p, native) => tellCompaction(r, native, 'e'),
  item_started: (r, p, native) => {
    const item = fields(p['item']) ?? {};
    if (!startItem(r, item, `${native}/${item['type']}`, timesOf(p))) addMeta(r, native, p);
  },
  item_completed: (r, p, native) => {
    const item = fields(p['item']);
    return item ? readItem(r, item, `${native}/${item['type']}`, timesOf(p)) : false;
  },
  raw_response_item: (r, p, native) => readResponseItem(r, fields(p['item']) ?? {}, native),
  exec_command_begin: (r, p, native) => begin(r, p, native, 'CommandExecution'),
  exec_command_end: (r, p, native) => readEnd(r, p, native, 'CommandExecution'),
  exec_command_output_delta: (r, p, native) =>
    appendCommandOutput(r, { itemId: p['call_id'], delta: decodeChunk(p['chunk']) }, native),
  patch_apply_begin: (r, p, native) => begin(r, p, native, 'FileChange'),
  patch_apply_end: (r, p, native) => readEnd(r, p, native, 'FileChange', { ...p, status: patchStatus(p) }),
  mcp_tool_call_begin: (r, p, native) => begin(r, p, native, 'McpToolCall', mcpItem(p)),
  mcp_tool_call_end: (r, p, native) => readEnd(r, p, native, 'McpToolCall', mcpItem(p)),
  view_image_tool_call: (r, p, native) => readEnd(r, p, native, 'ImageView'),
  image_generation_begin: (r, p, native) => begin(r, p, native, 'ImageGeneration'),
  image_generation_end: (r, p, native) => readEnd(r, p, native, 'ImageGeneration'),
  dynamic_tool_call_request: (r, p, native) =>
    begin(r, { call_id: p['callId'] ?? p['call_id'] }, native, 'DynamicToolCall', p),
  dynamic_tool_call_response: (r, p, native) => readEnd(r, p, native, 'DynamicToolCall'),
  web_search_begin: (r, p, native) => begin(r, p, native, 'Extension', { kind: 'web_search', query: p['query'] }),
  web_search_end: (r, p, native) => addSearch(r, p, { native, stream: 'e', id: idOf(p['call_id']) }),
  sub_agent_activity: (r, p, native) => readActivity(r, p, native, idOf(p['event_id'])),
  entered_review_mode: (r, p, native) => addReview(r, p, native, true, idOf(p['item_id'])),
  exited_review_mode: (r, p, native) => addReview(r, p, native, false, idOf(p['item_id'])),
  exec_approval_request: readApprovalRequest,
  apply_patch_approval_request: readApprovalRequest,
  request_permissions: readApprovalRequest,
  elicitation_request: readApprovalRequest,
  guardian_assessment: readAssessment,
  request_user_input: (r, p, native) => {
    if (list(p['questions']).length === 0) return false;
    askQuestions(r, idOf(p['call_id']) ?? r.record.ref, p, native);
  },
  error: addError,
  stream_error: addError,
  warning: noteWarning,
  background_event: noteWarning,
  deprecation_notice: noteWarning,
  model_reroute: noteWarning,
  undo_started: status('undo started'),
  undo_completed: status('undo ended'),
  thread_rolled_back: status('rolled back'),
  thread_goal_updated: status('goal'),
  plan_update: status('plan'),
  turn_diff: status('diff'),
  hook_started: status('hook started'),
  hook_completed: status('hook ended'),
  terminal_interaction: status('terminal input'),
  shutdown_complete: status('shut down'),
  mcp_startup_update: keep,
  mcp_startup_complete: keep,
  session_configured: keep,
  skills_update_available: keep,
});

/** Named as the log names it, unless it came in another way. */
export function readEventMessage(r: Reading, payload: Fields, native?: string): boolean {
  const type = payload['type'];
  const reader = READERS.get(type);
  if (reader) return reader.read(r, payload, native ?? reader.native) !== false;
  if (typeof type !== 'string' || !type.startsWith('collab_')) return false;
  return readCollab(r, payload, native ?? `event_msg/${type}`, type);
}

function readUserEvent(r: Reading, p: Fields, native: string): void {
  const said = text(p['message']) ?? '';
  const extra = leftovers(p, p['kind'] === 'plain' ? PLAIN_SHOWN : PROMPT_SHOWN);
  const parts: Part[] = [];
  for (const path of list(p['images'])) if (typeof path === 'string') parts.push(imageAt(r, path));
  for (const path of list(p['local_images'])) if (typeof path === 'string') parts.push(imageAt(r, path));
  if (isInjected(said)) addInjected(r, { said: [said], stream: 'e', native });
  else addPrompt(r, { said: said === '' ? [] : [said], parts, stream: 'e', native, extra });
}

function imageAt(r: Reading, path: string): Part {
  const data = /^data:([\w.+-]+\/[\w.+-]+);base64,/.exec(path.slice(0, 100));
  if (!data) return { type: 'image', path };
  return { type: 'image', mime: data[1] as string, hash: r.out.attach(data[1] as string, path.slice(data[0].length)) };
}

/** The beginning of a call, told by an event that has the fields of an item. */
function begin(r: Reading, p: Fields, native: string, type: string, item = p): boolean {
  const id = idOf(p['call_id']);
  if (id === undefined) return false;
  // What begins after it was asked for has been allowed.
  r.out.patch(permissionId(id), { permission: { status: 'accept' }, completedAt: timeOf(r) });
  startToolItem(r, type, item, native, id);
  return true;
}

function readEnd(r: Reading, p: Fields, native: string, type: string, item = p): boolean {
  const id = idOf(p['call_id']);
  return id !== undefined && endToolItem(r, type, item, native, id);
}

function patchStatus(p: Fields): unknown {
  return p['status'] ?? (p['success'] === false ? 'failed' : 'completed');
}

/** `{invocation: {server, tool, arguments}, result: {Ok: …} | {Err: message}}`. */
function mcpItem(p: Fields): Fields {
  const invocation = fields(p['invocation']) ?? {};
  const result = fields(p['result']);
  const { type: _type, call_id: _call, turn_id: _turn, invocation: _invocation, result: _result, ...rest } = p;
  return {
    ...rest,
    server: invocation['server'],
    tool: invocation['tool'],
    arguments: invocation['arguments'],
    result: result?.['Ok'],
    error: result?.['Err'],
  };
}

/** Output of a running command comes in base64. */
function decodeChunk(chunk: unknown): string | undefined {
  if (typeof chunk !== 'string') return undefined;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(chunk), (c) => c.charCodeAt(0)));
  } catch {
    return chunk;
  }
}

/** `collab_agent_spawn_end` and its kin (0.118 to 0.14x): begins add nothing to the call, ends are its result. */
function readCollab(r: Reading, p: Fields, native: string, type: string): boolean {
  const callId = idOf(p['call_id']);
  if (p['new_thread_id'])
    linkAgent(r, {
      thread: p['new_thread_id'],
      callId,
      title: p['new_agent_nickname'],
      type: p['new_agent_role'],
      model: p['model'],
    });
  if (callId === undefined || !type.endsWith('_end')) {
    addMeta(r, native, p);
    return true;
  }
  const tool = toolNamed(type.slice('collab_'.length, -'_end'.length)).name;
  const { type: _type, call_id: _call, turn_id: _turn, status, ...rest } = p;
  const item = {
    ...rest,
    tool,
    status: statusOf(status) === 'error' ? 'failed' : 'completed',
  };
  return endToolItem(r, 'CollabAgentToolCall', { ...item, agent_status: status }, native, callId);
}

function status(label: string): TypeReader {
  return (r, p, native) => {
    const detail = text(p['message']) ?? text(p['explanation']);
    addStatus(r, native, label, { detail, extra: leftovers(p, new Set(['type', 'turn_id'])) });
  };
}

function keep(r: Reading, payload: Fields, native: string): void {
  addMeta(r, native, payload);
}
