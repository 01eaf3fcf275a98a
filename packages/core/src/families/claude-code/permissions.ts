/**
 * Decisions about tool calls. Most are made by the configuration and say nothing new: those stay on the result.
 * Those of a person, a hook or a rule that refused become events.
 */
import type { ToolStatus } from '../../transcript.ts';
import { draft, type Line } from './line.ts';
import type { Decision } from './outcome.ts';
import { eventOfCall, keyOf } from './state.ts';

export const permissionId = (callId: string) => `${callId}.permission`;

export function notePermission(line: Line, callId: string, name: string, decision: Decision, status: ToolStatus): void {
  if (!isWorthTelling(decision, status)) {
    settleRequest(line, callId, status);
    return;
  }
  const made = { status: verdict(decision, status), by: byWhom(decision) };
  // In two-way mode the request was seen before.
  if (line.out.patch(permissionId(callId), { permission: made })) return;
  const event = draft(line, permissionId(callId), 'permission');
  event.parentId = eventOfCall(line.state, callId);
  event.permission = { id: callId, action: name, callId, ...made };
  if (decision.denial !== undefined) event.permission.reason = decision.denial;
  if (decision.native !== undefined) event.permission.details = decision.native;
  line.out.add(event);
}

/** The answer to a request may not have been recorded: a tool that ran was allowed to. */
function settleRequest(line: Line, callId: string, status: ToolStatus): void {
  const request = line.state.requests?.findLast(({ call }) => call === keyOf(callId));
  if (!request || status === 'interrupted') return;
  request.call = undefined;
  line.out.patch(request.event, { permission: { status: 'accept' } });
}

function isWorthTelling({ decision, source, denial }: Decision, status: ToolStatus): boolean {
  return status === 'denied' || denial !== undefined || (decision !== undefined && source !== 'config');
}

function verdict({ decision, scope, source }: Decision, status: ToolStatus): string {
  if (status === 'denied' || decision === 'reject') return 'reject';
  const lasting = (scope !== undefined && scope !== 'once') || source === 'user_permanent';
  return lasting ? 'accept_for_session' : 'accept';
}

function byWhom({ source, denial }: Decision): string {
  if (source?.startsWith('user') || denial === 'user-rejected') return 'user';
  return source ?? (denial === undefined ? 'user' : 'config');
}
