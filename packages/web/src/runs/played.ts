/** The states of a run's steps at a moment of its log: what playback shows. */
import type { RunEventEntry, RunStepEntry } from '@hansard/client';

export type StepState = RunStepEntry['status'];

export const stepKey = (step: Pick<RunStepEntry, 'flow_key' | 'step_id'>): string =>
  JSON.stringify([step.flow_key, step.step_id]);

/** `upTo`: how many events have happened. Steps that the log says nothing of wait. */
export function statesAfter(events: readonly RunEventEntry[], upTo: number): ReadonlyMap<string, StepState> {
  const states = new Map<string, StepState>();
  for (const { kind, flow_key, step_id, payload } of events.slice(0, upTo)) {
    if (step_id === null) continue;
    const key = stepKey({ flow_key: flow_key ?? '', step_id });
    if (kind === 'step_start') states.set(key, 'running');
    if (kind === 'step_end') states.set(key, endOf(payload['status']));
  }
  return states;
}

const endOf = (status: unknown): StepState =>
  status === 'failed' || status === 'skipped' || status === 'canceled' ? status : 'succeeded';
