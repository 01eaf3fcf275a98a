/** What runs and requests are called. */
import type { LiveDecision, LiveSession, PendingItem } from '@hansard/client';
import { neutraliseLine } from '@hansard/core/formats/neutralise.ts';

const STATES: Readonly<Record<string, string>> = {
  creating: 'Starting',
  idle: 'Ready',
  running: 'Working',
  waiting: 'Waiting for you',
  ended: 'Ended',
};

export const stateText = ({ status }: LiveSession): string =>
  (Object.hasOwn(STATES, status) ? STATES[status] : status) ?? status;

const MODES: Readonly<Record<string, string>> = {
  default: 'Ask before acting',
  plan: 'Plan only',
  acceptEdits: 'Edit without asking',
  bypass: 'Do everything without asking',
};

export const modeText = (mode: string): string => (Object.hasOwn(MODES, mode) ? MODES[mode] : mode) ?? mode;

/** One line for lists and notifications. */
export function askedFor({ command, path, action, tool, questions = [], plan }: PendingItem): string {
  if (plan) return 'Approve the plan?';
  if (questions.length > 0) return neutraliseLine(questions[0]?.prompt ?? 'A question');
  return neutraliseLine([tool ?? action, command ?? path].filter(Boolean).join(': '));
}

const DECISIONS: Readonly<Record<string, string>> = {
  accept: 'Allowed',
  accept_for_session: 'Allowed for the session',
  reject: 'Rejected',
  answered: 'Answered',
  rejected: 'Not answered',
};

export function decisionText({ what, by, via }: Pick<LiveDecision, 'what' | 'by' | 'via'>): string {
  const words = Object.hasOwn(DECISIONS, what) ? DECISIONS[what] : what;
  return neutraliseLine(`${words} by ${by === 'local' ? 'the user of this machine' : by}, via ${via}`);
}
