/**
 * What the agent asks its user: permissions, questions, plans to approve. The request makes an event with the
 * request's id, the answer completes it. Versions whose log has no such records ask through the `ask_user` tool.
 */
import { forget, recall, remember } from '../../reading/recent.ts';
import type { Permission, Question, Tool } from '../../transcript.ts';
import { draft, type Entry, from } from './entry.ts';
import { filled, list, object, type Raw, rest, text } from './native.ts';
import { type CallState, LIMITS } from './state.ts';

const requestIdOf = (entry: Entry): string => filled(entry.data['requestId']) ?? entry.id;

const PERMISSION_SHOWN = new Set(['requestId', 'permissionRequest']);

export function readPermissionRequest(entry: Entry): void {
  const request = object(entry.data['permissionRequest']) ?? {};
  const callId = filled(request['toolCallId']) ?? filled(entry.data['toolCallId']);
  ask(
    entry,
    {
      id: requestIdOf(entry),
      action: filled(request['kind']) ?? 'unknown',
      status: 'requested',
      ...(callId ? { callId } : {}),
      details: request,
    },
    PERMISSION_SHOWN,
  );
}

const PLAN_SHOWN = new Set(['requestId']);

export function readPlanRequest(entry: Entry): void {
  const options = list(entry.data['actions']).filter((action) => typeof action === 'string') as string[];
  ask(entry, { id: requestIdOf(entry), action: 'exit_plan_mode', status: 'requested', options }, PLAN_SHOWN);
}

function ask(entry: Entry, permission: Permission, shown: ReadonlySet<string>): void {
  const event = draft(entry, 'permission', permission.id);
  event.permission = permission;
  event.extra = rest(entry.data, shown);
  remember(entry.state.requests, permission.id, entry.out.add(event), LIMITS.requests);
}

export function readPermissionAnswer(entry: Entry): void {
  const result = object(entry.data['result']) ?? {};
  const kind = filled(result['kind']) ?? '';
  const reason = text(result['feedback']) ?? text(result['message']) ?? text(result['reason']);
  const by = deciderOf(kind, filled(entry.data['decisionSource']));
  decide(entry, decisionOf(kind), by, reason, { result });
}

export function readPlanAnswer(entry: Entry): void {
  const { data } = entry;
  const approved = data['approved'] === true;
  const status = !approved ? 'reject' : data['autoApproveEdits'] === true ? 'accept_for_session' : 'accept';
  decide(entry, status, 'user', text(data['feedback']), rest(data, PLAN_SHOWN));
}

function decide(entry: Entry, status: string, by: string | undefined, reason: string | undefined, extra?: Raw): void {
  const id = requestIdOf(entry);
  const permission: Partial<Permission> = { status, ...(by ? { by } : {}), ...(reason ? { reason } : {}) };
  if (settle(entry, id, { permission, completedAt: entry.time, ...(extra ? { extra } : {}) })) return;
  const event = draft(entry, 'permission', id);
  const callId = filled(entry.data['toolCallId']);
  event.permission = { id, action: 'unknown', ...permission, status, ...(callId ? { callId } : {}) };
  if (extra) event.extra = extra;
  entry.out.add(event);
}

function decisionOf(kind: string): string {
  if (kind === 'approved') return 'accept';
  return kind.startsWith('approved-for-') ? 'accept_for_session' : 'reject';
}

function deciderOf(kind: string, source: string | undefined): string | undefined {
  if (source) return source === 'human_response' ? 'user' : source;
  if (kind.endsWith('-by-user') || kind === 'cancelled') return 'user';
  if (kind.endsWith('-hook')) return 'hook';
  return kind.startsWith('denied-') ? 'config' : undefined;
}

const QUESTION_SHOWN = new Set(['requestId', 'question', 'message', 'choices', 'toolCallId']);

/** `user_input.requested` and `elicitation.requested`. */
export function readQuestion(entry: Entry): void {
  const { data, state } = entry;
  const id = requestIdOf(entry);
  const callId = filled(data['toolCallId']);
  const asked = callId ? recall(state.calls, callId)?.question : undefined;
  const extra = rest(data, QUESTION_SHOWN);
  if (asked && entry.out.patch(asked, { ...(extra ? { extra } : {}), ...from(entry) })) {
    remember(state.requests, id, asked, LIMITS.requests);
    return;
  }
  const event = draft(entry, 'question', id);
  event.question = questionOf(id, data, callId);
  if (extra) event.extra = extra;
  remember(state.requests, id, entry.out.add(event), LIMITS.requests);
}

function questionOf(id: string, data: Raw, callId: string | undefined): Question {
  return {
    id,
    prompt: text(data['question']) ?? text(data['message']) ?? '',
    options: list(data['choices']).filter((choice) => typeof choice === 'string') as string[],
    status: 'requested',
    ...(callId ? { callId } : {}),
  };
}

const ANSWER_SHOWN = new Set(['requestId', 'answer']);

/** `user_input.completed` and `elicitation.completed`. */
export function readAnswer(entry: Entry): void {
  const { data } = entry;
  const id = requestIdOf(entry);
  const action = filled(data['action']);
  const response = text(data['answer']);
  const answered = action ? action === 'accept' : response !== undefined;
  const status = answered ? 'answered' : 'rejected';
  const extra = rest(data, ANSWER_SHOWN);
  const question = { status, ...(response === undefined ? {} : { response }) };
  if (settle(entry, id, { question, completedAt: entry.time, ...(extra ? { extra } : {}) })) return;
  const event = draft(entry, 'question', id);
  event.question = { id, prompt: '', options: [], ...question };
  if (extra) event.extra = extra;
  entry.out.add(event);
}

/** Completes the request's event and forgets the request; false when there is none. */
function settle(entry: Entry, id: string, change: Parameters<Entry['out']['patch']>[1]): boolean {
  const event = recall(entry.state.requests, id);
  forget(entry.state.requests, id);
  return event !== undefined && entry.out.patch(event, { ...change, ...from(entry) });
}

/** The question that a call of `ask_user` puts to the user. */
export function askInCall(entry: Entry, callId: string, call: CallState, input: unknown): void {
  const data = object(input);
  if (call.kind !== 'question' || !filled(data?.['question'])) return;
  const event = draft(entry, 'question', `${callId}.2`);
  event.parentId = call.event;
  event.question = questionOf(callId, data as Raw, callId);
  call.question = entry.out.add(event);
}

const ANSWER = /^User (?:selected|responded): /;

export function settleQuestion(entry: Entry, question: string, tool: Tool): void {
  const ok = tool.status === 'ok';
  const response = ok && tool.output !== undefined ? tool.output.replace(ANSWER, '') : undefined;
  entry.out.patch(question, {
    completedAt: entry.time,
    question: { status: ok ? 'answered' : 'rejected', ...(response === undefined ? {} : { response }) },
  });
}
