/**
 * Permission asked and given: by the user, or by the reviewer that Codex can put in the user's place.
 * One event for a request and its decision, named after the call it is about.
 */
import type { Permission } from '../../transcript.ts';
import { type Fields, fields, idOf, leftovers, text } from './native.ts';
import { draft, type Reading, timeOf } from './thread-state.ts';

export const permissionId = (callId: string) => `${callId}.permission`;

export function addPermission(r: Reading, permission: Permission, native: string): string {
  const event = draft(r, permissionId(permission.callId ?? permission.id), 'permission', native);
  event.permission = leftovers(permission, new Set()) as Permission;
  return r.out.add(event);
}

export function decide(r: Reading, event: string, decision: Partial<Permission>, native: string): boolean {
  return r.out.patch(event, { permission: decision, completedAt: timeOf(r), native: r.record.native(native) });
}

const ACTIONS: Readonly<Record<string, string>> = {
  exec_approval_request: 'command',
  apply_patch_approval_request: 'file_change',
  request_permissions: 'permissions',
  elicitation_request: 'elicitation',
};

/** `exec_approval_request` and its kin, which only the live protocol has. */
export function readApprovalRequest(r: Reading, payload: Fields, native: string): void {
  const callId = idOf(payload['call_id']);
  const { type, ...details } = payload;
  const request: Permission = {
    id: idOf(payload['approval_id']) ?? callId ?? idOf(payload['id']) ?? r.record.ref,
    action: Object.hasOwn(ACTIONS, String(type)) ? (ACTIONS[String(type)] as string) : String(type),
    status: 'requested',
    details,
  };
  const reason = text(payload['reason']);
  if (callId) request.callId = callId;
  if (reason) request.reason = reason;
  addPermission(r, request, native);
}

const DECISIONS: Readonly<Record<string, string>> = {
  in_progress: 'requested',
  inProgress: 'requested',
  approved: 'accept',
  accept: 'accept',
  accepted: 'accept',
  approved_for_session: 'accept_for_session',
  acceptForSession: 'accept_for_session',
  acceptWithExecpolicyAmendment: 'accept_for_session',
  approved_execpolicy_amendment: 'accept_for_session',
};

/** Codex's word for a decision; whatever is no yes is a no. */
export function decisionOf(value: unknown): string {
  const said = typeof value === 'string' ? value : Object.keys(fields(value) ?? {})[0];
  return said !== undefined && Object.hasOwn(DECISIONS, said) ? (DECISIONS[said] as string) : 'reject';
}

/** `guardian_assessment`: the automatic reviewer looks at what was asked, and then decides. */
export function readAssessment(r: Reading, payload: Fields, native: string): void {
  const action = fields(payload['action']);
  const callId = idOf(payload['target_item_id']);
  const id = idOf(payload['id']) ?? r.record.ref;
  const assessment: Permission = {
    id,
    action: text(action?.['command']) ?? text(action?.['type']) ?? 'action',
    status: decisionOf(payload['status']),
    by: 'reviewer',
    details: leftovers(payload, new Set(['type', 'id', 'turn_id', 'status', 'rationale'])),
  };
  const reason = text(payload['rationale']);
  if (reason) assessment.reason = reason;
  if (callId) assessment.callId = callId;
  const decided = assessment.status !== 'requested' && decide(r, permissionId(callId ?? id), assessment, native);
  if (!decided) addPermission(r, assessment, native);
}

/** A log keeps nothing of a request but the sentence that it was refused. */
export function noteRefusal(r: Reading, call: { callId: string; name: string }, said: string, native: string): void {
  const head = said.slice(0, 400);
  const by = head.includes('rejected by user') ? 'user' : head.includes('unacceptable risk') ? 'reviewer' : undefined;
  if (r.out.patch(permissionId(call.callId), { permission: { status: 'reject' } })) return;
  addPermission(r, { id: call.callId, action: call.name, status: 'reject', callId: call.callId, by }, native);
}
