/** How a run, and each step of it, goes: words of the original, and what other words are read as. */

export const RUN_STATUSES = [
  'pending',
  'running',
  'succeeded',
  'failed',
  'canceled',
  'partial',
  'stopping',
  'stopped',
  'pausing',
  'paused',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const STEP_STATUSES = ['pending', 'running', 'succeeded', 'failed', 'skipped', 'canceled'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

/** Other words that were seen for the same. */
const ALIASES: Readonly<Record<string, RunStatus>> = {
  cancelled: 'canceled',
  completed: 'succeeded',
  complete: 'succeeded',
  success: 'succeeded',
  done: 'succeeded',
  ok: 'succeeded',
  error: 'failed',
  failure: 'failed',
  started: 'running',
  in_progress: 'running',
};

/** Undefined for a word that says nothing. */
export function runStatusOf(word: string | undefined): RunStatus | undefined {
  if (word === undefined) return undefined;
  const lower = word.toLowerCase();
  if ((RUN_STATUSES as readonly string[]).includes(lower)) return lower as RunStatus;
  return Object.hasOwn(ALIASES, lower) ? ALIASES[lower] : undefined;
}

export function stepStatusOf(word: string | undefined): StepStatus | undefined {
  if (word?.toLowerCase() === 'skipped') return 'skipped';
  const status = runStatusOf(word);
  return status !== undefined && (STEP_STATUSES as readonly string[]).includes(status)
    ? (status as StepStatus)
    : undefined;
}

/** Nothing more comes of it. */
export const hasEnded = (status: RunStatus): boolean =>
  ['succeeded', 'failed', 'canceled', 'partial', 'stopped'].includes(status);
