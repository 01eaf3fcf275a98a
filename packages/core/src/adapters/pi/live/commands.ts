/** RPC: commands of the client, responses correlated by `id`, and what extensions ask the user. */

import { readCompaction, readSetting } from '../../../families/pi/entry.ts';
import { errorOf } from '../../../families/pi/errors.ts';
import { compactionBase } from '../../../families/pi/event-ids.ts';
import { addEvent, type Frame } from '../../../families/pi/frame.ts';
import { idOf, isObject, type Native, nameOf, restOf, textOf } from '../../../families/pi/native.ts';
import { MAX_ASKED, type Running } from '../../../families/pi/running.ts';
import { recall, remember } from '../../../reading/keyed-list.ts';
import { askPermission, isPermission, verdictOf } from './permissions.ts';
import { endCommand, startCommand } from './tools.ts';

export const COMMANDS: ReadonlySet<string> = new Set([
  ...['prompt', 'steer', 'follow_up', 'abort', 'new_session', 'switch_session', 'fork', 'clone', 'compact', 'bash'],
  ...['get_state', 'get_messages', 'get_commands', 'get_available_models', 'get_session_stats', 'get_fork_messages'],
  ...['get_tree', 'get_entries', 'get_last_assistant_text', 'export_html', 'abort_retry', 'abort_bash'],
  ...['set_model', 'cycle_model', 'set_thinking_level', 'cycle_thinking_level', 'set_session_name'],
  ...['set_steering_mode', 'set_follow_up_mode', 'set_auto_compaction', 'set_auto_retry'],
]);

const KNOWN_COMMAND = new Set(['type', 'id', 'images']);

export function readCommand(frame: Frame, live: Running, command: Native): void {
  const type = String(command['type']);
  const id = textOf(command['id']);
  if (type === 'bash') {
    startCommand(frame, id, command['command']);
    return;
  }
  if (type === 'compact') live.compacted = false;
  const extra = restOf(command, KNOWN_COMMAND);
  // The words of a prompt come again as the user's message, once the agent takes them up.
  const event = addEvent(frame, {
    type: 'status',
    status: { label: 'command', detail: type },
    ...(extra ? { extra } : {}),
  });
  if (id !== undefined) remember(live.asked, { k: id.slice(0, 64), event, type: type.slice(0, 40) }, MAX_ASKED);
}

const KNOWN_RESPONSE = new Set(['type', 'id', 'command', 'data', 'error']);
/** Answers that repeat the conversation. */
const REPEATING = new Set([
  'get_messages',
  'get_tree',
  'get_entries',
  'get_fork_messages',
  'get_last_assistant_text',
  'compact',
]);

export function readResponse(frame: Frame, live: Running, response: Native): void {
  const { out, record } = frame;
  const command = textOf(response['command']) ?? 'unknown';
  if (command === 'bash' && response['success'] === true) {
    endCommand(frame, response);
    return;
  }
  const asked = recall(live.asked, textOf(response['id'])?.slice(0, 64) ?? '');
  const { data } = response;
  const told = data === undefined || REPEATING.has(command) ? {} : { data };
  const extra = { ...restOf(response, KNOWN_RESPONSE), ...told };
  const native = record.native(frame.type, idOf(response['id']));
  if (!asked || !out.patch(asked.event, { extra, native })) {
    addEvent(frame, { type: 'status', status: { label: 'response', detail: command }, extra });
  }
  const error = textOf(response['error']);
  if (error !== undefined)
    addEvent(frame, { type: 'error', error: { ...errorOf(error), code: `rpc ${command}`.slice(0, 60) } });
  else if (isObject(data)) applyAnswer(frame, live, command, data);
}

function applyAnswer(frame: Frame, live: Running, command: string, data: Native): void {
  const nativeId = idOf(data['sessionId']);
  if (nativeId !== undefined) knowSession(frame, live, nativeId, data);
  if (command === 'get_state') {
    const model = isObject(data['model']) ? data['model'] : {};
    frame.state.model = nameOf(model['id']) ?? frame.state.model;
    frame.state.provider = nameOf(model['provider']) ?? frame.state.provider;
    frame.state.variant = nameOf(data['thinkingLevel']) ?? frame.state.variant;
  } else if (command === 'set_model' || command === 'cycle_model') {
    const model = isObject(data['model']) ? data['model'] : data;
    readSetting(frame, { modelId: model['id'], provider: model['provider'] });
  } else if (command === 'compact' && !live.compacted)
    readCompaction({ ...frame, base: compactionBase(data) ?? frame.base }, data);
  else if (SWITCHES[command] && data['cancelled'] !== true) {
    frame.state.variant = undefined;
    addEvent(frame, { type: 'session', phase: SWITCHES[command], session: {} });
    leaveSession(frame, live, SWITCHES[command] === 'forked');
  }
}

/** Commands after which the stream goes on in another session. Its id is not told until somebody asks. */
const SWITCHES: Record<string, string> = {
  fork: 'forked',
  clone: 'forked',
  new_session: 'started',
  switch_session: 'switched',
};

/** What follows is not this session's: until its id is told it goes under a name of ours. */
function leaveSession(frame: Frame, live: Running, forked: boolean): void {
  const { first } = live;
  if (first === undefined) return;
  const of = live.nativeId ?? first;
  live.switches = (live.switches ?? 0) + 1;
  live.nativeId = `${first}~${live.switches}`;
  if (forked) frame.out.in(live.nativeId).session({ lineage: { kind: 'fork', of } });
}

function knowSession(frame: Frame, live: Running, nativeId: string, data: Native): void {
  if (live.nativeId === nativeId) return;
  if (live.nativeId === undefined) frame.out.session({ nativeId });
  live.first ??= nativeId;
  live.nativeId = nativeId;
  const { sessionFile } = data;
  addEvent(frame, {
    type: 'session',
    phase: 'updated',
    session: { nativeId, ...(sessionFile ? { sessionFile } : {}) },
  });
}

const KNOWN_ASK = new Set(['type', 'id', 'method', 'title', 'options']);
const QUESTIONS = new Set(['select', 'confirm', 'input', 'editor']);

/** An extension asks the user, or shows something. */
export function readAsk(frame: Frame, live: Running, request: Native): void {
  if (askPermission(frame, live, request)) return;
  const method = textOf(request['method']) ?? 'unknown';
  const extra = restOf(request, KNOWN_ASK);
  const title = textOf(request['title']);
  if (!QUESTIONS.has(method)) {
    const detail = textOf(request['message']) ?? title;
    const status = { label: method, ...(detail ? { detail } : {}) };
    addEvent(frame, { type: 'status', audience: 'user', status, ...(extra ? { extra } : {}) });
    return;
  }
  const id = textOf(request['id']) ?? frame.base;
  const prompt = [title, textOf(request['message'])].filter(Boolean).join('\n');
  const options = method === 'confirm' ? ['yes', 'no'] : stringsOf(request['options']);
  const question = { id, prompt, options, status: 'requested' };
  const event = addEvent(frame, { type: 'question', question, ...(extra ? { extra } : {}) });
  remember(live.asked, { k: `ui ${id.slice(0, 64)}`, event, type: method }, MAX_ASKED);
}

export function readAnswer(frame: Frame, live: Running, response: Native): void {
  const asked = recall(live.asked, `ui ${textOf(response['id'])?.slice(0, 64) ?? ''}`);
  const { value, confirmed, cancelled } = response;
  const given = typeof value === 'string' ? value : confirmed === true ? 'yes' : confirmed === false ? 'no' : undefined;
  const question =
    cancelled === true || given === undefined ? { status: 'rejected' } : { status: 'answered', response: given };
  const native = frame.record.native(frame.type, idOf(response['id']));
  if (asked && isPermission(asked) && frame.out.patch(asked.event, { permission: verdictOf(response), native })) return;
  if (asked && frame.out.patch(asked.event, { question, native })) return;
  addEvent(frame, { type: 'status', status: { label: 'answer', detail: given ?? 'cancelled' } });
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
