/** Permission asked and given: by the user, or by the reviewer that Codex can put in the user's place. */
import { type Fields, fields, idOf, leftovers, text } from './native.ts';
import { draft, type Reading } from './thread-state.ts';

export interface Asked {
  id: string;
  action: string;
  status: string;
  callId?: string;
  by?: string;
  reason?: string;
  options?: string[];
  details?: unknown;
}

export function addPermission(r: Reading, permission: Asked, native: string, eventId = r.record.ref): void {
  const event = draft(r, eventId, 'permission', native);
  event.permission = leftovers(permission, new Set()) as Asked;
  r.out.add(event);
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
  addPermission(
    r,
    {
      id: idOf(payload['approval_id']) ?? callId ?? idOf(payload['id']) ?? r.record.ref,
      action: ACTIONS[String(type)] ?? String(type),
      status: 'requested',
      callId,
      reason: text(payload['reason']),
      details,
    },
    native,
  );
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

/** `guardian_assessment`: the automatic reviewer looks at what was asked, and decides. */
export function readAssessment(r: Reading, payload: Fields, native: string): void {
  const action = fields(payload['action']);
  addPermission(
    r,
    {
      id: idOf(payload['id']) ?? r.record.ref,
      action: text(action?.['type']) ?? text(action?.['tool']) ?? 'action',
      status: decisionOf(payload['status']),
      callId: idOf(payload['target_item_id']),
      by: 'reviewer',
      reason: text(payload['rationale']),
      details: leftovers(payload, new Set(['type', 'id', 'turn_id'])),
    },
    native,
  );
}
