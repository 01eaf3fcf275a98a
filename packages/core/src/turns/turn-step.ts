/**
 * What an event means for the turn it is in. This is the one place that decides what counts as work of the agent: its
 * answers, its tools and its errors. Anything else is bookkeeping, which an agent may write long after it has stopped.
 */
import type { EventPatch } from '../adapters/contract.ts';

export type TurnStepKind = 'prompt' | 'work' | 'wait' | 'end';

/** One event of the session's own agent, as far as turns are concerned. */
export interface TurnStep {
  readonly kind: TurnStepKind;
  /** Milliseconds since 1970; 0 when no time was recorded. */
  readonly time: number;
  /** How long a tool ran, or how long the user was waited for, when that is known. */
  readonly ms?: number | undefined;
}

export const WORK_TYPES: ReadonlySet<string> = new Set([
  'assistant_message',
  'reasoning',
  'tool_call',
  'tool_result',
  'error',
]);
/** Events that ask the user for something. */
export const WAIT_TYPES: ReadonlySet<string> = new Set(['permission', 'question']);
const END_PHASES: ReadonlySet<string> = new Set(['ended', 'failed', 'interrupted']);

/** Whether the agent itself says that a turn ended here. Other phases are notices inside a turn. */
export const isTurnEnd = ({ type, phase }: { readonly type: string; readonly phase?: string | undefined }): boolean =>
  type === 'turn' && END_PHASES.has(phase ?? '');

/** When the user answered a request, as far as the event says. */
export const answeredAt = ({ permission, question, completedAt }: EventPatch): string | undefined =>
  permission?.at ?? question?.at ?? completedAt;

/** Undefined for bookkeeping. */
export function turnStepKind(type: string, of: { isPrompt: boolean; isEnd: boolean }): TurnStepKind | undefined {
  if (of.isPrompt) return 'prompt';
  if (of.isEnd) return 'end';
  if (WORK_TYPES.has(type)) return 'work';
  return WAIT_TYPES.has(type) ? 'wait' : undefined;
}
