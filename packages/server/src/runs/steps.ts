/** Steps of a run as addresses name them, and what was written in them. */
import type { StepReceipt, StepTranscript } from '@hansard/core/api/index.ts';
import { stepArtefacts } from '@hansard/core/runs/step-artefacts.ts';
import type { RunDetail, RunStepRow } from '@hansard/core/store/runs.ts';
import type { App } from '../app.ts';
import type { Content } from '../content/content.ts';
import { Refusal } from '../problems.ts';
import { type FileOut, parsed, receiptOut, transcriptOut, versionsOf } from './run-files.ts';

export interface StepNames {
  readonly flow_key: string;
  readonly step_id: string;
  readonly agent_key?: string;
  readonly engine?: string;
}

/** Agents' parts in a step. `claude` and `claude-step` are the same engine. */
export function stepsNamed(run: RunDetail, { flow_key, step_id, agent_key, engine }: StepNames): RunStepRow[] {
  return run.steps.filter(
    (step) =>
      step.flow === flow_key &&
      step.step === step_id &&
      (agent_key === undefined || step.agent === agent_key) &&
      (engine === undefined || engineOf(step) === engine || step.engine === engine),
  );
}

/** As it stands at the end of the transcript's name; receipts say `claude-step`. */
export function engineOf({ transcript, step, agent, engine }: RunStepRow): string | null {
  const name = transcript?.slice(transcript.lastIndexOf('/') + 1).replace(/\.jsonl$/, '');
  const prefix = `${step}-${agent ?? ''}-`;
  if (name?.startsWith(prefix)) return name.slice(prefix.length);
  return engine?.replace(/-step$/, '') ?? null;
}

/** 404 as the original has it: with the names of what there is. */
export function noFile(run: RunDetail, what: 'transcript' | 'receipt', { flow_key, step_id }: StepNames): Refusal {
  const own = run.files.filter(({ kind, path }) => kind === what && path.startsWith(`${flow_key}/`));
  const hint = own.length === 0 ? `There are no ${what}s in the flow '${flow_key.slice(0, 300)}'` : undefined;
  return new Refusal('not-found', `No ${what} found for step '${step_id.slice(0, 300)}'`, {
    extra: {
      available_files: own.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).slice(0, 500),
      ...(hint === undefined ? {} : { hint }),
    },
  });
}

type Out = (
  app: App,
  content: Content,
  run: RunDetail,
  step: RunStepRow,
  version?: number,
) => Promise<FileOut | undefined>;

async function filesOf(
  app: App,
  content: Content,
  run: RunDetail,
  names: StepNames,
  version: number | undefined,
  out: Out,
) {
  const found: { step: RunStepRow; file: FileOut }[] = [];
  for (const step of stepsNamed(run, names)) {
    const file = await out(app, content, run, step, version);
    if (file) found.push({ step, file });
  }
  return found;
}

const fileName = (path: string | null): string => path?.slice(path.lastIndexOf('/') + 1) ?? '';

export async function stepTranscript(
  app: App,
  content: Content,
  run: RunDetail,
  names: StepNames,
  version: number | undefined,
): Promise<StepTranscript> {
  const found = await filesOf(app, content, run, names, version, transcriptOut);
  const transcripts = found.map(({ step, file }) => ({
    agent_key: step.agent,
    engine: engineOf(step),
    transcript_file: fileName(step.transcript),
    ...messagesOf(file.body),
    version: file.version,
    versions: versionsOf(run, step.transcript),
  }));
  const [first] = transcripts;
  if (!first) throw noFile(run, 'transcript', names);
  const { engine, messages, transcript_file } = first;
  const { flow_key, step_id } = names;
  const artefacts = await artefactsOf(content, run, names, []);
  return { run_id: run.id, flow_key, step_id, engine, messages, transcript_file, transcripts, artefacts };
}

/** What is no JSON is counted. */
function messagesOf(body: Buffer): Pick<StepTranscript['transcripts'][number], 'messages' | 'invalid'> {
  const messages: Record<string, unknown>[] = [];
  let invalid = 0;
  for (const line of body.toString('utf8').split('\n')) {
    if (line.trim() === '') continue;
    const value = parsed(Buffer.from(line));
    if ('unparsed' in value || ('value' in value && Object.keys(value).length === 1)) invalid++;
    else messages.push(value);
  }
  return { messages, invalid };
}

export async function stepReceipt(
  app: App,
  content: Content,
  run: RunDetail,
  names: StepNames,
  version: number | undefined,
): Promise<StepReceipt> {
  const found = await filesOf(app, content, run, names, version, receiptOut);
  const receipts = found.map(({ step, file }) => ({
    agent_key: step.agent,
    receipt_file: fileName(step.receipt),
    receipt: parsed(file.body),
    version: file.version,
    versions: versionsOf(run, step.receipt),
  }));
  const [first] = receipts;
  if (!first) throw noFile(run, 'receipt', names);
  const { flow_key, step_id } = names;
  const { receipt, receipt_file } = first;
  const told = receipts.map((one) => one.receipt);
  const artefacts = await artefactsOf(content, run, names, told);
  return { run_id: run.id, flow_key, step_id, receipt, receipt_file, receipts, artefacts };
}

/** Paths of what the step left behind, as far as they may be told. */
async function artefactsOf(
  content: Content,
  run: RunDetail,
  { flow_key: flow, step_id: step }: StepNames,
  receipts: readonly unknown[],
): Promise<string[]> {
  const found = stepArtefacts(run.files, { flow, step, runs: [run.id, ...run.aliases], receipts });
  return content.answer(
    null,
    found.map(({ path }) => path),
  );
}
