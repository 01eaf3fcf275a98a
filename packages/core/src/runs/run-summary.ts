/** A run as the original sums it up: for each step, which of its files are there. */
import type Type from 'typebox';
import type { RunSummaryAnswer } from '../api/run-views.ts';
import type { RunDetail, RunStepRow } from '../store/runs.ts';
import { flowStatus, runType } from './run-entry.ts';
import { isNamedFor } from './step-artefacts.ts';

type Summary = Type.Static<typeof RunSummaryAnswer>;
type FlowSummary = Summary['flows'][string];
type StepSummary = FlowSummary['steps'][string];

export function runSummary(run: RunDetail): Summary {
  const flows = run.flows.map((flow) => [flow, flowSummary(run, flow)] as const);
  return { run_id: run.id, run_type: runType(run), path: run.folder ?? '', flows: Object.fromEntries(flows) };
}

function flowSummary(run: RunDetail, flow: string): FlowSummary {
  const own = run.steps.filter((step) => step.flow === flow);
  const ids = [...new Set(own.map(({ step }) => step))];
  const steps = ids.map(
    (id) =>
      [
        id,
        stepSummary(
          run,
          own.filter(({ step }) => step === id),
        ),
      ] as const,
  );
  const status = flowStatus(own.map((step) => step.status));
  return {
    flow_key: flow,
    status: status === 'pending' ? 'not_started' : status === 'running' ? 'in_progress' : 'done',
    title: flow,
    decision_present: false,
    steps: Object.fromEntries(steps),
  };
}

function stepSummary(run: RunDetail, parts: readonly RunStepRow[]): StepSummary {
  const required = parts.flatMap(requiredOf);
  const present = required.filter(({ status }) => status === 'present').length;
  const others = run.files
    .filter(({ path, kind }) => kind === 'artefact' && parts.some((part) => isNamedFor(part, path)))
    .map(({ path }) => ({ path, status: 'present' as const, required: false }));
  const error = parts.find((part) => part.error !== null)?.error;
  const whole = present === required.length ? 'complete' : present > 0 ? 'partial' : 'missing';
  return {
    status: required.length === 0 ? 'n/a' : whole,
    required_present: present,
    required_total: required.length,
    optional_present: others.length,
    optional_total: others.length,
    artifacts: [...required, ...others],
    ...(error ? { note: error } : {}),
  };
}

/** A step that is only in the log keeps no files. */
function requiredOf({ flow, step, agent, transcript, receipt }: RunStepRow): StepSummary['artifacts'] {
  if (transcript === null && receipt === null) return [];
  const told = (path: string | null, wanted: string) => ({
    path: path ?? wanted,
    status: path === null ? ('missing' as const) : ('present' as const),
    required: true,
  });
  const name = `${step}-${agent ?? ''}`;
  return [told(transcript, `${flow}/llm/${name}`), told(receipt, `${flow}/receipts/${name}.json`)];
}
