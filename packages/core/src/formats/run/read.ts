/**
 * Reads runs: one transcript for each transcript file, joined to its receipt. A receipt without a transcript, or the
 * reverse, is kept and told. Events of the run's own log go to the step they name.
 */
import { type Json, objectOf, stringOf, wholeOf } from '../../reading/native-values.ts';
import type { FolderFile, FormatContext, FormatProblem, ReadPiece } from '../contract.ts';
import { offsetOf, positionAt } from '../json-position.ts';
import { type Check, checkerOf } from '../shape-check.ts';
import { type Pair, pairsOf, type ReadReceipt } from './join.ts';
import { beginningsOf, type FlowFiles, fileName, type RunFiles, runsIn } from './layout.ts';
import { readObject, readRunEvents } from './read-events.ts';
import { type StepParts, stepTranscript } from './read-step.ts';
import { Receipt } from './receipt.ts';
import type { RunEvent } from './run-event.ts';
import { keptFiles } from './run-files.ts';
import { earlierOf } from './step-paths.ts';

export function readRuns(files: readonly FolderFile[], context: FormatContext): AsyncIterable<ReadPiece> {
  return readRunSteps(files, context);
}

/** With a path, only the step whose transcript or receipt it is, and what is wrong with its files. */
export async function* readRunSteps(
  files: readonly FolderFile[],
  context: FormatContext,
  path?: string,
): AsyncIterable<ReadPiece> {
  for (const run of runsIn(files)) yield* readRun(run, context, path);
}

async function* readRun(run: RunFiles, context: FormatContext, path?: string): AsyncIterable<ReadPiece> {
  const { steps, problems } = await readRunParts(run);
  const files = await keptFiles(run);
  const [first] = steps;
  if (first && files) first.files = files;
  for (const problem of problems) {
    if (path === undefined || problem.path === path) yield { kind: 'problem', problem };
  }
  for (const step of steps) {
    if (path !== undefined && !isOf(step.pair, path)) continue;
    const { transcript, problems: found } = await stepTranscript(step, context);
    const { events: all, ...header } = transcript;
    for (const problem of found) yield { kind: 'problem', problem };
    for (const event of all) yield { kind: 'event', event };
    yield { kind: 'transcript', header };
  }
}

/** What the files of a run say, but for its transcripts: each step with its files and the events that are about it. */
export interface RunParts {
  readonly meta: Json | undefined;
  readonly events: readonly RunEvent[];
  readonly steps: readonly StepParts[];
  readonly problems: readonly FormatProblem[];
}

export async function readRunParts(run: RunFiles): Promise<RunParts> {
  const problems: FormatProblem[] = [];
  const events = run.events ? await readRunEvents(run.events, problems) : [];
  const meta = run.meta && (await readObject(run.meta, problems))?.[0];
  const steps = await stepsOf(run, events, meta, problems);
  shareEvents(steps, events);
  return { meta, events, steps, problems };
}

const isOf = ({ transcript, receipt }: Pair, path: string): boolean =>
  transcript?.path === path || receipt?.file.path === path;

/** A run with no files of steps is one transcript of its own. */
async function stepsOf(
  run: RunFiles,
  events: readonly RunEvent[],
  meta: Json | undefined,
  problems: FormatProblem[],
): Promise<StepParts[]> {
  const flows: { flow: FlowFiles; pairs: Pair[] }[] = [];
  for (const flow of run.flows.values()) flows.push({ flow, pairs: await readFlow(flow, problems) });
  const known = namesIn(events);
  const told = flows.flatMap(({ pairs }) => pairs.map(({ receipt }) => receipt && stringOf(receipt.value['run_id'])));
  const runId =
    told.find((id) => id !== undefined) ??
    events.find((event) => event.runId)?.runId ??
    stringOf(meta?.['id']) ??
    (run.folder.split('/').at(-2) || 'run');
  const base = { runId, meta, before: [], after: [], starts: 0 };
  const steps = flows.flatMap(({ flow, pairs }) =>
    pairs.map((pair): StepParts => {
      const earlier = earlierOf(pair.transcript?.path ?? pair.receipt?.file.path ?? '');
      return { ...base, ...placeOf(flow, pair, known), pair, earlier, before: [], after: [] };
    }),
  );
  return steps.length > 0 ? steps : [{ ...base, pair: {} }];
}

async function readFlow(flow: FlowFiles, problems: FormatProblem[]): Promise<Pair[]> {
  receiptCheck ??= checkerOf(Receipt);
  const check = await receiptCheck;
  const receipts: ReadReceipt[] = [];
  for (const file of flow.receipts) {
    const [value, text = ''] = (await readObject(file, problems)) ?? [];
    if (!value) continue;
    receipts.push({ file, value });
    for (const { pointer, message } of check(value)) {
      problems.push({ message, pointer, ...positionAt(text, offsetOf(text, pointer)), path: file.path });
    }
  }
  return pairsOf(flow, receipts);
}

let receiptCheck: Promise<Check> | undefined;

/** Names come from the receipt; without one, the run's log may know a step and agent that the file's name begins with. */
function placeOf({ folder, key }: FlowFiles, { transcript, receipt }: Pair, known: ReadonlyMap<string, RunEvent>) {
  if (receipt) {
    const told = objectOf(receipt.value);
    const agentKey = stringOf(told['agent_key']);
    const engine = stringOf(told['engine']);
    return { flowKey: stringOf(told['flow_key']) ?? key, stepId: stringOf(told['step_id']), agentKey, engine };
  }
  const name = transcript?.path.slice(`${folder}llm/`.length).replace(/\.jsonl$/, '') ?? '';
  const prefix = beginningsOf(name).find((beginning) => known.has(JSON.stringify([key, beginning])));
  const { stepId, agentKey } = known.get(JSON.stringify([key, prefix])) ?? {};
  if (prefix === undefined || !stepId || !agentKey) return { flowKey: key, stepId: name };
  return { flowKey: key, stepId, agentKey, engine: `${name.slice(prefix.length + 1)}-step` };
}

/** Flow and beginning of a file's name to an event that names its step and agent. */
function namesIn(events: readonly RunEvent[]): Map<string, RunEvent> {
  const names = new Map<string, RunEvent>();
  for (const event of events) {
    const { flowKey, stepId, agentKey } = event;
    if (stepId && agentKey) names.set(JSON.stringify([flowKey, `${fileName(stepId)}-${fileName(agentKey)}`]), event);
  }
  return names;
}

/** An event goes to the step and agent it names, else to the flow's first step, else to the run's. */
function shareEvents(steps: readonly StepParts[], events: readonly RunEvent[]): void {
  const byName = new Map<string, StepParts>();
  for (const step of steps.toReversed()) {
    const { flowKey, stepId, agentKey, earlier } = step;
    if (earlier !== undefined) {
      byName.set(JSON.stringify([flowKey, stepId, agentKey, earlier]), step);
      continue;
    }
    byName.set(JSON.stringify([step.flowKey, step.stepId, step.agentKey]), step);
    byName.set(JSON.stringify([step.flowKey, step.stepId]), step);
    byName.set(JSON.stringify([step.flowKey]), step);
  }
  for (const event of events) {
    const { flowKey, stepId, agentKey } = event;
    const time = wholeOf(objectOf(event.value['payload'])['execution']);
    const step =
      (time === undefined ? undefined : byName.get(JSON.stringify([flowKey, stepId, agentKey, time]))) ??
      byName.get(JSON.stringify([flowKey, stepId, agentKey])) ??
      byName.get(JSON.stringify([flowKey, stepId])) ??
      byName.get(JSON.stringify([flowKey])) ??
      steps[0];
    if (step) takeEvent(step, event, stepId !== undefined && stepId === step.stepId);
  }
}

/** What is told up to the step's last start comes before its conversation, the rest after it. */
function takeEvent(step: StepParts, event: RunEvent, isOwn: boolean): void {
  step.after.push(event);
  if (!isOwn || event.kind !== 'step_start') return;
  step.starts++;
  step.before.push(...step.after.splice(0));
}
