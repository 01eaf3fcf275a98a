/** Two-way mode: requests and answers between the agent and the program that drives it, for permission above all. */

import { subagentSource } from '../../events/source-path.ts';
import { recall, remember } from '../../reading/keyed-list.ts';
import { draft, type Line, note } from './line.ts';
import { leftovers, list, object, type Raw, word } from './native.ts';
import { permissionId } from './permissions.ts';
import { eventKey, eventOfCall, keyOf } from './state.ts';
import type { StreamState } from './stream-state.ts';

const KNOWN: ReadonlySet<string> = new Set(['type']);
/** Tools whose request is the question itself, which has its own event. */
const ASKING: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode']);

export function readControl(line: Line, state: StreamState): void {
  const type = line.value['type'];
  if (type === 'control_response') readResponse(line, state);
  else if (type === 'control_request') readRequest(line, state);
  else readCancel(line, state);
}

function readRequest(line: Line, state: StreamState): void {
  const id = word(line.value['request_id']) ?? line.id;
  const request = object(line.value['request']) ?? {};
  const tool = word(request['tool_name']) ?? '';
  if (request['subtype'] === 'can_use_tool' && !ASKING.has(tool)) {
    requestPermission(line, state, id, tool, request);
    return;
  }
  const status = { label: 'control_request', detail: word(request['subtype']) };
  note({ ...line, id }, 'status', { status, extra: { request } });
  remember(state.requests, { k: keyOf(id), event: eventKey(id) }, 32);
}

function requestPermission(line: Line, state: StreamState, id: string, tool: string, request: Raw): void {
  const callId = word(request['tool_use_id']);
  const event = draft(line, callId === undefined ? id : permissionId(callId), 'permission');
  event.parentId = eventOfCall(state, callId);
  event.permission = { id, action: tool, status: 'requested', details: request };
  const agent = word(request['agent_id']);
  if (agent !== undefined) event.source = subagentSource(agent);
  if (callId !== undefined) event.permission.callId = callId;
  const asked = { k: keyOf(id), event: eventKey(line.out.add(event)), isPermission: true };
  remember(state.requests, callId === undefined ? asked : { ...asked, call: keyOf(callId) }, 32);
}

/** The agent repeats the answers it gets; both stand on the request's event. */
function readResponse(line: Line, state: StreamState): void {
  const response = object(line.value['response']) ?? {};
  const request = recall(state.requests, keyOf(word(response['request_id']) ?? ''));
  const given = object(response['response']) ?? {};
  const { native } = line;
  if (request?.isPermission) {
    request.call = undefined;
    if (line.out.patch(request.event, { permission: verdict(given), native })) return;
  } else if (request && line.out.patch(request.event, { extra: { response }, native })) return;
  note(line, 'status', { status: { label: 'control_response' }, extra: { response } });
}

function verdict(given: Raw) {
  const reason = word(given['message']);
  const lasting = list(given['updatedPermissions']).length > 0;
  const status = given['behavior'] !== 'allow' ? 'reject' : lasting ? 'accept_for_session' : 'accept';
  return { status, by: 'user', ...(reason ? { reason } : {}) };
}

function readCancel(line: Line, state: StreamState): void {
  const request = recall(state.requests, keyOf(word(line.value['request_id']) ?? ''));
  if (request) request.call = undefined;
  if (request?.isPermission && line.out.patch(request.event, { permission: { status: 'reject', reason: 'cancelled' } }))
    return;
  note(line, 'status', { status: { label: 'control_cancel_request' }, extra: leftovers(line.value, KNOWN) });
}
