/** An observation's error as the status of a tool. */
import type { Tool } from '../../transcript.ts';

const STATUSES: Readonly<Record<string, string>> = {
  no_result: 'running',
  interrupted: 'interrupted',
  denied: 'denied',
  timeout: 'timeout',
};

export function statusOf(error: unknown): Pick<Tool, 'status' | 'exitCode'> {
  if (typeof error !== 'string') return { status: 'ok' };
  const exitCode = /^exit_code:(-?\d{1,9})$/.exec(error)?.[1];
  if (exitCode !== undefined) return { status: 'error', exitCode: Number(exitCode) };
  return { status: Object.hasOwn(STATUSES, error) ? STATUSES[error] : 'error' };
}
