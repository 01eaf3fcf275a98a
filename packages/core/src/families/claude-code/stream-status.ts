/** Records of the live stream that are no messages: starts and ends, progress, tasks, hooks. */
import type { Usage } from '../../transcript.ts';
import { draft, type Line, note } from './line.ts';
import { count, envelopeAnd, leftovers, list, object, type Raw, word } from './native.ts';
import { eventOfCall, messageSeen } from './state.ts';
import { messageUnderWay, noteTask, type StreamState } from './stream-state.ts';
import { mention } from './subagents.ts';
import { readSystem } from './system-records.ts';
import { turnOf } from './turns.ts';
import { numbersOf, usageOf } from './usage.ts';

const FIELDS = envelopeAnd('subtype');
const STATE_FIELDS = envelopeAnd('subtype', 'state');
const TASK_FIELDS: ReadonlySet<string> = new Set(['type', 'subtype', 'uuid', 'session_id']);

export function readStreamSystem(line: Line, state: StreamState): void {
  const subtype = word(line.value['subtype']) ?? '';
  if (subtype === 'init') readInit(line, state);
  else if (subtype === 'thinking_tokens') readThinkingTokens(line, state);
  else if (subtype.startsWith('task_')) readTask(line, state, subtype);
  else if (subtype === 'status') readStatus(line);
  else if (subtype === 'session_state_changed') readState(line);
  else if (subtype.startsWith('hook_')) readHook(line, subtype);
  else readSystem(line);
}

/** One `init` for each turn; only the first begins the session. */
function readInit(line: Line, state: StreamState): void {
  const { value } = line;
  const phase = state.started ? 'continued' : 'started';
  state.started = true;
  state.init = turnOf(line.id);
  // One for each turn. A prompt names the turn that it begins, whether it comes before or after this.
  if (!state.named) state.turn = undefined;
  state.named = false;
  const version = word(value['claude_code_version']);
  const cwd = word(value['cwd']);
  line.out.session({
    ...(version ? { agentVersion: version } : {}),
    ...(cwd ? { environment: { cwd } } : {}),
    state: 'open',
  });
  note({ ...line, turn: state.turn }, 'session', { phase, session: leftovers(value, FIELDS) });
}

/** A running count while the model thinks: noted on the thought. */
function readThinkingTokens(line: Line, state: StreamState): void {
  const message = messageUnderWay(state, word(line.value['parent_tool_use_id']) ?? '');
  const open = message === undefined ? undefined : messageSeen(state, message).open;
  const extra = { estimatedTokens: count(line.value['estimated_tokens']) };
  if (open !== undefined && line.out.patch(`${message}.${open}`, { extra })) return;
  note(line, 'status', { status: { label: 'thinking_tokens' }, extra });
}

function readTask(line: Line, state: StreamState, subtype: string): void {
  const { value } = line;
  const callId = word(value['tool_use_id']);
  const task = word(value['task_id']);
  if (task !== undefined && callId !== undefined && value['task_type'] === 'local_agent') {
    noteTask(state, callId, task);
    const type = word(value['subagent_type']);
    const title = word(value['description']);
    mention(line, { id: task, callId, ...(type ? { type } : {}), ...(title ? { title } : {}) });
  }
  note(line, 'status', {
    text: word(value['summary']),
    status: { label: subtype, detail: word(value['status']) ?? word(value['description']) },
    parentId: eventOfCall(state, callId),
    extra: leftovers(value, TASK_FIELDS),
  });
}

function readStatus(line: Line): void {
  const detail = word(line.value['status']) ?? word(line.value['compact_result']);
  note(line, 'status', { status: { label: 'status', detail }, extra: leftovers(line.value, FIELDS) });
}

/** idle, running, or requires_action: somebody is waited for. */
function readState(line: Line): void {
  const status = { label: 'session_state', detail: word(line.value['state']) };
  note(line, 'status', { status, extra: leftovers(line.value, STATE_FIELDS) });
}

function readHook(line: Line, subtype: string): void {
  note(line, 'status', {
    text: word(line.value['output']),
    status: { label: subtype, detail: word(line.value['hook_name']) },
    extra: leftovers(line.value, FIELDS),
  });
}

export function readTicker(line: Line): void {
  const parentId = eventOfCall(line.state, line.value['tool_use_id']);
  const label = String(line.value['type']);
  note(line, 'status', { status: { label }, parentId, extra: leftovers(line.value, FIELDS) });
}

/** The end of a turn. Its text is the last message's again. */
export function readResult(line: Line, state: StreamState): void {
  const { value } = line;
  const phase = phaseOf(value);
  line.out.session({ state: phase });
  const usage = turnUsage(line, state, object(value['usage']));
  note(line, 'turn', { phase, usage, extra: leftovers(value, FIELDS) });
  state.over = true;
  for (const [i, message] of list(value['errors']).entries()) {
    const event = draft(line, `${line.id}.${i + 1}`, 'error');
    event.error = { message: String(message), code: word(value['subtype']) };
    event.text = event.error.message;
    line.out.add(event);
  }
}

function phaseOf(value: Raw): string {
  if (word(value['terminal_reason'])?.startsWith('aborted')) return 'interrupted';
  return value['is_error'] === true ? 'failed' : 'ended';
}

/**
 * Without partial messages, lines have the numbers of the message's start, with one output token. What the turn's
 * total has beyond them is counted here; when the messages told everything, the total is only repeated.
 */
function turnUsage(line: Line, state: StreamState, native: Raw | undefined): Usage | undefined {
  if (!native) return undefined;
  const numbers = numbersOf(native);
  state.reported += (numbers[1] ?? 0) + (numbers[5] ?? 0);
  const untold = state.reported - state.counted - state.made;
  if (untold <= 0) return { ...usageOf(numbers, line.id, native, false), scope: 'turn' };
  state.made += untold;
  const { responseId: _sum, ...usage } = usageOf([0, untold, 0, 0, 0, 0], line.id, native, false);
  return usage;
}
