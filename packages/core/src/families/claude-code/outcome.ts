/** How a tool call ended, from what the several versions write about it. */
import type { ToolStatus } from '../../transcript.ts';
import { list, object, positive, type Raw, word } from './native.ts';

export interface Decision {
  /** accept or reject. */
  readonly decision?: string;
  readonly source?: string;
  readonly scope?: string;
  /** Why the tool did not run: user-rejected, permission-rule, … */
  readonly denial?: string;
  readonly native?: unknown;
}

/** The permission decision on a result: on the line in the log, in `tool_result_meta` in the live stream. */
export function decisionOf(value: Raw, callId: string | undefined, output: string | undefined): Decision {
  const metas = value['tool_result_meta'];
  const meta =
    metas === undefined
      ? undefined
      : list(metas)
          .map(object)
          .find((entry) => entry?.['id'] === callId);
  const native = object(value['permissionDecision']) ?? object(meta?.['permission_decision']);
  return {
    decision: word(native?.['decision']),
    source: word(native?.['source']) ?? (isRefusedByRule(output) ? 'config' : undefined),
    scope: word(native?.['grantScope']),
    denial: word(value['toolDenialKind']) ?? word(meta?.['non_execution_kind']),
    native,
  };
}

/** Refusals that no person made: the mode or a rule did not allow the tool. */
function isRefusedByRule(output: string | undefined): boolean {
  return output?.startsWith('Claude requested permissions to ') || output?.startsWith('Permission to use ') || false;
}

const REJECTIONS = [
  "The user doesn't want to proceed with this tool use",
  "The user doesn't want to take this action right now",
  'Claude requested permissions to ',
  'Permission to use ',
  'User rejected tool use',
];

export function statusOf(block: Raw, result: unknown, decision: Decision, output: string | undefined): ToolStatus {
  const structured = object(result);
  if (decision.denial !== undefined || decision.decision === 'reject') return 'denied';
  if (structured?.['interrupted'] === true) return 'interrupted';
  if (block['is_error'] !== true) return 'ok';
  if (isRejection(result, output)) return 'denied';
  if (output?.startsWith('[Request interrupted by user')) return 'interrupted';
  return output?.slice(0, 400).includes('Command timed out after') ? 'timeout' : 'error';
}

function isRejection(result: unknown, output: string | undefined): boolean {
  return REJECTIONS.some((words) => output?.startsWith(words)) || result === 'User rejected tool use';
}

/** A failing command's output begins with its exit code. */
export function exitCodeOf(output: string | undefined): number | undefined {
  const match = output?.startsWith('Exit code ') ? /^Exit code (\d{1,9})(?:\n|$)/.exec(output) : null;
  return match ? Number(match[1]) : undefined;
}

export function durationOf(result: Raw | undefined): number | undefined {
  if (!result) return undefined;
  const told = positive(result['durationMs']) ?? positive(result['totalDurationMs']);
  if (told !== undefined) return told;
  const seconds = positive(result['durationSeconds']);
  return seconds === undefined ? undefined : seconds * 1000;
}
