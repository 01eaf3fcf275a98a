/**
 * Turn items: what a client is shown. Rollouts have them since 0.16x (`item_completed`), the app-server and
 * `exec --json` stream them under other spellings; those dialects bring them into this form first.
 */
import { readTime } from '../../reading/time.ts';
import { tellCompaction } from './compaction.ts';
import { partsOfChangeList, partsOfChanges } from './file-changes.ts';
import { generated } from './generated-images.ts';
import { addAnswer, addPrompt, textsOf } from './messages.ts';
import { durationOf, type Fields, fields, idOf, integer, leftovers, list, text } from './native.ts';
import { addThought } from './reasoning.ts';
import { linkAgent, readActivity } from './subagents.ts';
import { addStatus, type CallNote, callOf, draft, type Reading } from './thread-state.ts';
import { type Call, finishCall, type Outcome, openCall, runningScript } from './tool-calls.ts';
import { imagePart, resultImages } from './tool-outputs.ts';
import { toolNamed } from './tools.ts';
import { addSearch } from './web-searches.ts';

export interface ItemTimes {
  startedAt?: string;
  completedAt?: string;
}

export const timesOf = (payload: Fields): ItemTimes => ({
  startedAt: readTime(payload['started_at_ms'] ?? payload['startedAtMs']),
  completedAt: readTime(payload['completed_at_ms'] ?? payload['completedAtMs']),
});

/** An item that is over. False for one of an unknown type. */
export function readItem(r: Reading, item: Fields, native: string, times: ItemTimes): boolean {
  const id = idOf(item['id']);
  const tool = toolOf(item);
  if (tool) {
    if (id === undefined) return false;
    const outcome = outcomeOf(r, item);
    finishCall(r, noteOf(r, id, { ...tool, native, startedAt: times.startedAt }), Object.assign(outcome, times), {
      native,
      nativeId: id,
      copy: 'item',
    });
    return true;
  }
  return readWords(r, item, native, id, times);
}

/** An item that begins: only those that are calls say anything yet. */
export function startItem(r: Reading, item: Fields, native: string, times: ItemTimes): CallNote | undefined {
  const id = idOf(item['id']);
  const tool = toolOf(item);
  if (!tool || id === undefined) return undefined;
  const known = callOf(r.state, id);
  if (known) r.out.patch(known.event, { native: r.record.native(native, id), startedAt: times.startedAt });
  return known ?? openCall(r, callFor(r, id, { ...tool, native, startedAt: times.startedAt }));
}

type ToolItem = Omit<Call, 'callId'>;

/** The call an item ends. Without one it was made by a script, or the call lies too far back to be remembered. */
function noteOf(r: Reading, id: string, call: ToolItem): CallNote | string {
  const known = callOf(r.state, id);
  if (known) {
    if (call.server !== undefined) {
      Object.assign(known, { kind: call.kind, server: call.server.slice(0, 80) });
      r.out.patch(known.event, { tool: { kind: call.kind, server: call.server } });
    }
    return known;
  }
  if (!id.startsWith('exec-') && r.out.patch(id, { tool: { status: 'running' } })) return id;
  return openCall(r, callFor(r, id, call));
}

function callFor(r: Reading, id: string, call: ToolItem): Call {
  return { ...call, callId: id, nativeId: id, parentId: runningScript(r)?.event };
}

/** Which tool an item is a call of. */
function toolOf(item: Fields): Omit<ToolItem, 'native'> | undefined {
  switch (item['type']) {
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
    case 'Extension':
      return {
        name: text(item['kind']) ?? 'extension',
        kind: item['query'] === undefined ? 'other' : 'web',
        input: { query: item['query'], action: item['action'] },
      };
    default:
      return undefined;
  }
}

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

function outcomeOf(r: Reading, item: Fields): Outcome {
  const rawStatus = item['status'] ?? undefined;
  const durationMs = durationOf(item['duration']) ?? integer(item['duration_ms']);
  const outcome: Outcome = { status: statusOf(rawStatus), rawStatus, durationMs };
  switch (item['type']) {
    case 'CommandExecution':
      return Object.assign(outcome, commandOutcome(item));
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

function commandOutcome(item: Fields): Partial<Outcome> {
  const exitCode = integer(item['exit_code']);
  const whole = text(item['aggregated_output']);
  const outcome: Partial<Outcome> = { exitCode, stdout: whole ?? text(item['stdout']) };
  if (whole === undefined) outcome.stderr = text(item['stderr']) || undefined;
  if (item['status'] === undefined && exitCode !== undefined && exitCode !== 0) outcome.status = 'error';
  outcome.extra = leftovers(item, COMMAND_SHOWN);
  return outcome;
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
    stderr: failure,
    parts: resultImages(result, r.out),
  };
}

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

/** Items that are no calls. */
function readWords(r: Reading, item: Fields, native: string, id: string | undefined, times: ItemTimes): boolean {
  switch (item['type']) {
    case 'UserMessage':
      addPrompt(r, { said: promptTexts(item), parts: localImages(item), stream: 'e', native, id });
      return true;
    case 'AgentMessage':
      addAnswer(r, {
        said: textsOf(item['content']).join(''),
        stream: 'e',
        native,
        id,
        extra: leftovers(item),
        ...times,
      });
      return true;
    case 'Reasoning':
      addThought(r, {
        summaries: textsOf(item['summary_text']),
        raw: textsOf(item['raw_content']),
        stream: 'e',
        native,
        id,
        ...times,
      });
      return true;
    case 'SubAgentActivity':
      readActivity(r, item, native, id);
      return true;
    case 'WebSearch':
      addSearch(r, item, { native, stream: 'e', id });
      return true;
    case 'ContextCompaction':
      tellCompaction(r, native, 'i', { id, ...times });
      return true;
    case 'Plan':
      addStatus(r, native, 'plan', { id, role: 'assistant', text: text(item['text']) });
      return true;
    case 'EnteredReviewMode':
    case 'ExitedReviewMode':
      addReview(r, item, native, item['type'] === 'EnteredReviewMode', id);
      return true;
    case 'HookPrompt':
      addHookPrompt(r, item, native, id);
      return true;
    default:
      return false;
  }
}

function promptTexts(item: Fields): string[] {
  return list(item['content']).flatMap((value) =>
    fields(value)?.['type'] === 'text' ? (text(fields(value)?.['text']) ?? []) : [],
  );
}

function localImages(item: Fields) {
  return list(item['content']).flatMap((value) => {
    const content = fields(value);
    const path = text(content?.['path']);
    return path !== undefined && /image/i.test(String(content?.['type'])) ? [{ type: 'image', path }] : [];
  });
}

/** Review mode: told by an item and an event, which share the item's id. */
export function addReview(r: Reading, payload: Fields, native: string, entered: boolean, id: string | undefined): void {
  const label = entered ? 'review started' : 'review ended';
  const review = payload['review'];
  const detail = text(payload['user_facing_hint']) ?? text(review);
  const known = id !== undefined && r.out.patch(id, { native: r.record.native(native, id) });
  if (!known) addStatus(r, native, label, { id, detail, extra: leftovers(payload) });
}

function addHookPrompt(r: Reading, item: Fields, native: string, id: string | undefined): void {
  const event = draft(r, id ?? r.record.ref, 'system', native, id);
  event.role = 'system';
  event.audience = 'model';
  event.text = textsOf(item['fragments'] ?? item['content']).join('\n\n');
  r.out.add(event);
}
